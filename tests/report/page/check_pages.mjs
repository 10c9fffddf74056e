// node check_pages.mjs CHROMIUM AXE NAME=FILE...   Checks each page in a headless browser and prints the faults.
// AXE: axe-core's script, or "" for none. Exit status 1 if a fault is found, 77 if the browser cannot be started.
import {readFileSync} from "node:fs";

import {Browser} from "./browser.mjs";
import {check} from "./checks.mjs";

const [program, axe, ...pages] = process.argv.slice(2);
let browser;
try {
  browser = await Browser.start(program);
} catch (error) {
  console.log(`skipped: ${program} cannot be started here: ${error.message}`);
  process.exit(77);
}
const source = axe ? readFileSync(axe, "utf8") : null;
let wrong = 0;
const waiting = [...pages];
const look = async () => {
  for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
    const at = page.indexOf("=");
    const {findings, bytes} = await check(browser, page.slice(at + 1), source);
    console.log(`${page.slice(0, at)}: ${(bytes / 1024).toFixed(0)} KiB, ${findings.length} faults`);
    for (const finding of findings) console.log(`  FAILED: ${finding}`);
    wrong += findings.length;
  }
};
try {
  await Promise.all([look(), look()]);
} finally {
  await browser.close();
}
process.exit(wrong > 0 ? 1 : 0);
