/** Payroll files, written by the test that pays them: Nigerian accounts with a correct check digit. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const BANKS = [
  ["044", "Access Bank"],
  ["058", "Guaranty Trust Bank"],
  ["057", "Zenith Bank"],
  ["011", "First Bank of Nigeria"],
];
/** The practice service's holder names for these accounts, in order: their verification finds no difference. */
const NAMES = (
  "Amaka Okeke, Ebele Opara, Damilola Oladipo, Aminu Lawal, Aminu Nuhu, Adunni Abiola, Abimbola " +
  "Sowande, Jamila Zubairu, Ogechi Obi, Hauwa Adamu, Soji Balogun, Ifeoma Ugwu, Chukwuma Agu, Folake " +
  "Abiola, Chiamaka Obi, Lanre Balogun, Chukwuma Umeh, Yakubu Gambo, Halima Kabir, Ibrahim Zubairu, " +
  "Somto Nzeribe, Ada Anyanwu, Ifeanyi Okonkwo, Ramatu Umar, Nkechi Okoro, Ibrahim Garba, Ronke " +
  "Omotosho, Kayode Bankole, Segun Falade, Obinna Mbah, Adanna Anyanwu, Ifunanya Onuoha, Temitope " +
  "Oduya, Ifeanyi Anyanwu, Ifunanya Okeke, Chioma Ekwueme, Ngozi Ezeudu, Dele Ogundipe, Kunle Adeyemi, " +
  "Chioma Okoro, Soji Adebayo, Khadija Saleh, Ifeanyi Nwankwo, Temitope Salako, Kehinde Bankole, Safiya " +
  "Aliyu, Tobenna Eze, Aminu Musa, Ronke Falade, Hadiza Balarabe, Somto Okoye, Biodun Salako, Soji Ojo, " +
  "Ayomide Omotosho, Morenike Abiola, Ibrahim Abubakar, Omolara Ojo, Chukwuma Okoye, Funmilayo " +
  "Oyelaran, Salisu Rabiu"
).split(", ");

/** @typedef {{path: string, total: string}} Payroll A file, and the sum of its amounts as the window shows it. */

/** What the first person gets, in naira. */
const BASIC = 90_000;
/** Weights of bank code and serial in the check digit of a NUBAN. */
const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];

/**
 * Writes a CSV file with `people` valid rows, from person number `from` on. The first person gets `basic` naira, each
 * further one a little more.
 * @returns {Promise<Payroll>}
 * @param {string} folder
 * @param {string} file
 * @param {number} people
 * @param {number} [from]
 * @param {number} [basic]
 */
export async function writePayroll(folder, file, people, from = 0, basic = BASIC) {
  const rows = Array.from({ length: people }, (_, at) => row(from + at, basic));
  return write(join(folder, file), "Name,Bank,Account number,Amount,Narration", rows);
}

/** Account endings to which the practice service reacts. */
export const ENDING = { invalidAccount: "0004", insufficientFunds: "0005", reversed: "0006" };

/**
 * The same file with given account endings: `endings` maps a person's index to the ending.
 * @returns {Promise<Payroll>}
 * @param {string} folder
 * @param {string} file
 * @param {number} people
 * @param {Record<number, string>} endings
 */
export async function writePayrollThatFails(folder, file, people, endings) {
  const rows = Array.from({ length: people }, (_, at) => row(at, BASIC, endings[at]));
  return write(join(folder, file), "Name,Bank,Account number,Amount,Narration", rows);
}

/** @param {number} at */
export const personAt = (at) => `${NAMES[at % NAMES.length]}${at >= NAMES.length ? ` ${at}` : ""}`;

/**
 * The amount of the person at this index, in naira.
 * @param {number} at
 */
export const amountOf = (at, basic = BASIC) => basic + 250 * at;

/**
 * The account of a person, without a special ending.
 * @param {number} at
 */
export function accountOf(at) {
  const [code] = BANKS[at % BANKS.length];
  const serial = plainSerial(at);
  return `${serial}${checkDigit(code + serial)}`;
}

/**
 * @returns {Promise<Payroll>}
 * @param {string} path
 * @param {string} head
 * @param {{line: string, amount: number}[]} rows
 */
async function write(path, head, rows) {
  await writeFile(path, [head, ...rows.map(({ line }) => line), ""].join("\r\n"));
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  return { path, total: `${total.toLocaleString("en-US")}.00` };
}

/**
 * @param {number} at
 * @param {number} basic
 * @param {string} [ending]
 */
function row(at, basic, ending) {
  const [code, bank] = BANKS[at % BANKS.length];
  const serial = ending === undefined ? plainSerial(at) : serialThatEnds(code, at, ending);
  const amount = amountOf(at, basic);
  return { amount, line: `${personAt(at)},${bank},${serial}${checkDigit(code + serial)},${amount}.00,Salary` };
}

/**
 * Never an ending that the practice service rejects.
 * @param {number} at
 */
const plainSerial = (at) => `${3_100_000 + at}`.padStart(7, "0") + "47";

/**
 * A serial whose account, including the check digit, ends as given.
 * @param {string} code
 * @param {number} at
 * @param {string} ending
 */
function serialThatEnds(code, at, ending) {
  for (let begin = 400_000 + 100 * at; ; begin += 1) {
    const serial = `${begin}${ending.slice(0, 3)}`;
    if (`${checkDigit(code + serial)}` === ending.slice(3)) return serial;
  }
}

/** @param {string} digits */
function checkDigit(digits) {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * WEIGHTS[at], 0);
  return (10 - (sum % 10)) % 10;
}
