// node look_at.mjs CHROMIUM FOLDER NAME=FILE...   Writes pictures of pages: FOLDER/NAME-{desktop,phone}-{light,dark}.png and NAME.pdf.
import {mkdirSync, writeFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

import {Browser} from "./browser.mjs";

const [program, folder, ...pages] = process.argv.slice(2);
mkdirSync(folder, {recursive: true});
const browser = await Browser.start(program);
try {
  for (const page of pages) {
    const at = page.indexOf("=");
    const name = page.slice(0, at);
    const tab = await browser.tab();
    await tab.show({});
    await tab.open(pathToFileURL(resolve(page.slice(at + 1))).href);
    for (const scheme of ["light", "dark"])
      for (const [device, size] of Object.entries({desktop: {width: 1280, height: 900}, phone: {width: 390, height: 844}})) {
        await tab.show({...size, scheme});
        writeFileSync(join(folder, `${name}-${device}-${scheme}.png`), await tab.screenshot());
      }
    await tab.show({});
    writeFileSync(join(folder, `${name}.pdf`), await tab.pdf());
    await tab.close();
  }
} finally {
  await browser.close();
}
