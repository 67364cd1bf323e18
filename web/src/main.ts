import { mount } from "svelte";

import App from "./App.svelte";
import "./fonts.css";
import "./theme.css";
import { takeLuggage } from "./wire/places";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
// What comes along from another address of the service is read by everything else when the page is loaded anew.
void takeLuggage().then((taken) => (taken ? location.reload() : mount(App, { target })));
