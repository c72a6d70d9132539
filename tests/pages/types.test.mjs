// The modules of the pages keep to their types (checkJs, strict).
import path from "node:path";
import { command } from "./world.mjs";

export const name = "types";

export async function run({ check }) {
  const here = import.meta.dirname;
  const { status, out } = await command(path.join(here, "node_modules", ".bin", "tsc"), ["-p", here]);
  check(status === 0, "TypeScript finds nothing wrong in web/js", out);
}
