// MicroPython at its prompt, as on a Pico that never got the tray's program: bytes in on stdin, bytes out on stdout.
import { loadMicroPython } from "../../firmware/sim/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs";

const prompt = await loadMicroPython({ linebuffer: false, stdout: (bytes) => process.stdout.write(bytes) });
prompt.replInit();
process.stdin.on("data", (bytes) => {
  for (const byte of bytes) prompt.replProcessChar(byte);
});
