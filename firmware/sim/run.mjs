// Runs the firmware on MicroPython and talks over stdin/stdout: one JSON request a line, one JSON answer a line.
//
//   {"boot": {"now": 0, "run": "3fa2b1c0", "cause": "power", "world": [["put", ...], ...]}}
//                                                                  a fresh interpreter, as after a reset, in the
//                                                                  world these calls make (a card lies there, ...)
//   {"steps": [[now, "hex of the bytes the host sent"], ...]}      one turn of the firmware's loop each
//   {"call": ["verb", ...arguments]}                               something happens to the simulated hardware
//   {"python": "source"}                                           runs source, answers what it printed (tests)
//
// Answers: {"out": [...]} or {"error": "..."}.
import { readFileSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const HEAP_BYTES = 192 * 1024; // what MicroPython leaves a program on a Pico

let printed = [];
let board = null;

function copyFolder(fs, from, to) {
  fs.mkdir(to);
  for (const name of readdirSync(from)) {
    if (name.endsWith(".py")) fs.writeFile(`${to}/${name}`, readFileSync(join(from, name), "utf8"));
  }
}

async function freshInterpreter() {
  const interpreter = await loadMicroPython({
    heapsize: HEAP_BYTES,
    linebuffer: true,
    stdout: (line) => printed.push(line),
    stderr: (line) => printed.push(line),
  });
  copyFolder(interpreter.FS, join(here, "stubs"), "/stubs");
  interpreter.FS.mkdir("/board");
  copyFolder(interpreter.FS, join(here, "..", "tray"), "/board/tray");
  copyFolder(interpreter.FS, join(here, "..", "simpletest"), "/board/simpletest");
  interpreter.runPython("import sys\nsys.path.insert(0, '/board')\nsys.path.insert(0, '/stubs')\nimport harness");
  return interpreter;
}

async function answer(request) {
  printed = [];
  if (request.boot) {
    const { now, run, cause, world } = request.boot;
    const interpreter = await freshInterpreter();
    const harness = interpreter.pyimport("harness");
    for (const words of world) harness.call(JSON.stringify(words));
    board = { interpreter, step: harness.step, call: harness.call };
    return [harness.boot(now, run, cause)];
  }
  if (!board) throw new Error("not booted");
  if (request.steps) return request.steps.map(([now, hex]) => board.step(now, hex));
  if (request.call) return [board.call(JSON.stringify(request.call))];
  if (request.python) {
    board.interpreter.runPython(request.python);
    return printed;
  }
  throw new Error("unknown request");
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = { out: await answer(JSON.parse(line)) };
  } catch (error) {
    reply = { error: String(error.message ?? error), printed };
  }
  process.stdout.write(JSON.stringify(reply) + "\n");
}
