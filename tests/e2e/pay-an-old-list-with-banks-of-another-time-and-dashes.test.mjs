/** A list that is years old: banks that were taken over, and people who get nothing this month. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { chooseFile, freshHome, Key, story } from "./harness.mjs";

const name = "pay-an-old-list-with-banks-of-another-time-and-dashes";

const LIST = [
  "Name,Account number,Bank,Amount",
  "Ada Obi,0000014579,Skye Bank,125000.00",
  "Ben Eze,0000014579,SKYE BANK PLC,98000.00",
  "Chi Ike,0000014579,Diamond Bank,77000.25",
  "Dan Ude,0000014579,First Bank,50000.00",
  "Efe Oke,0000014579,First Bank,NIL",
  "Fay Udo,0000014579,First Bank,-",
  "",
].join("\r\n");
/** Only the heading names M-Pesa. */
const NUMBERS = ["M-Pesa Number,Amount", "254712345678,500", "254722345678,600", ""].join("\r\n");

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const list = path.join(home, "Old list November 2026.csv");
    await writeFile(list, LIST);
    const numbers = path.join(home, "Riders November 2026.csv");
    await writeFile(numbers, NUMBERS);

    const app = await open({ home });
    await app.pressOn("welcome-practice");
    await app.see("pay-drop");
    await app.pressOn("pay-choose");
    await chooseFile(list);
    await app.see("check-screen");
    await app.pressOn("chip-bank_taken_over");
    await app.seeIn("panel", "Polaris Bank has had its accounts since 2018");
    await app.shot("check-bank-taken-over");
    await app.pressOn("panel-fix-taken-over");
    await app.seeNo("chip-bank_taken_over");
    await app.pressOn("skipped-look");
    await app.seeIn("skipped-list", "Nothing to pay");
    await app.shot("check-nothing-to-pay");
    await app.keys(Key.ESCAPE);

    await app.pressOn("sidebar-pay");
    await app.pressOn("pay-choose");
    await chooseFile(numbers);
    await app.see("check-screen");
    await app.seeIn("panel", "pays whoever has the number");
    await app.shot("check-wallet-without-names");
  }),
);
