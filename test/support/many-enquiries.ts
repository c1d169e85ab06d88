import { DatabaseSync } from 'node:sqlite';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { generateReference } from '../../src/server/store/records/enquiry-reference.ts';
import type { NewEnquiry } from '../../src/server/store/records/new-enquiry.ts';
import { getDatabasePath } from '../../src/server/store/sqlite/database.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';

/** The arrival time of the last one of many enquiries; the others arrived some minutes apart before it. */
export const lastArrival = Date.UTC(2026, 10, 21, 7, 0, 0);

/** Search terms: one occurs in one message of two thousand, the other in two of three. */
export const sampleTerms = { rare: 'osmosis', common: 'boat' };

const apartMs = 240_000;
const types = [3, 3, 3, 5, 6, 6, 6, 6, 7, 7, 8, 9];
const sites = ['www.trevarrow.example', 'www.calloway.example', 'hafen.example', 'voiles.example'];
const firstNames = ['Ada', 'Zoë', 'Béla', 'Chiara', 'Jürgen', 'Maëlle', 'Noor', 'Olu', 'Petra', 'Sión'];
const lastNames = ['Marsh', 'Winter', 'Écluse', 'Königs', 'Pengelly', 'Rossi', 'Haddad', 'Okafor', 'Lind'];
const common =
  'the of our and for with this winter mooring engine deck sail hull keel rigging price viewing week please when could available length new used inspection harbour call back before season from yard'.split(
    ' ',
  );

/**
 * Stores plausible enquiries, the same for the same seed: two mails of a hundred failed, one enquiry is
 * suspected, some have no recipient, the others are sent; of ten enquiries one is in progress and five are
 * answered.
 */
export async function storeEnquiries(dataFolder: string, count: number, seed = 1): Promise<void> {
  const store = openSqliteStore({ dataFolder, settings: serverSettings });
  const { batchSize } = serverSettings.store;
  try {
    for (let first = 0; first < count; first += batchSize) {
      const batch = Array.from({ length: Math.min(batchSize, count - first) }, (_, at) => first + at);
      await Promise.all(batch.map((at) => store.accept(createNumberedEnquiry(at, { count, seed }))));
    }
  } finally {
    await store.close();
  }
  setEnquiryStates(dataFolder);
}

/** Returns the arrival time of one of `count` enquiries. */
export function getArrivalTime(at: number, count: number): number {
  return lastArrival - (count - 1 - at) * apartMs;
}

/** Creates one of `count` enquiries. */
function createNumberedEnquiry(
  at: number,
  { count = 1, seed = 1 }: { readonly count?: number; readonly seed?: number } = {},
): NewEnquiry {
  const random = createSeededRandom(seed * 1_000_003 + at);
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const receivedAt = getArrivalTime(at, count);
  const domain = one(sites);
  const name = `${one(firstNames)} ${one(lastNames)}`;
  const email = `${name
    .normalize('NFD')
    .replace(/[^A-Za-z]+/g, '.')
    .toLowerCase()}.${at}@example.org`;
  const office = random() < 0.05 ? null : 1 + Math.floor(random() * random() * 40);
  const enquiryType = one(types);
  const message = [
    ...Array.from({ length: 15 + Math.floor(random() * 60) }, () => one(common)),
    ...(random() < 2 / 3 ? [sampleTerms.common] : []),
    ...(at % 2000 === 1000 ? [sampleTerms.rare] : []),
    `HIN${Math.floor(random() * 1e7)}`,
  ].join(' ');
  const phone = `+44 1202 ${String(Math.floor(random() * 1e6)).padStart(6, '0')}`;
  const values = { enquiry_type: enquiryType, name, email, phone, message, office_location: office };
  const to = office === null && random() < 0.2 ? null : `office-${office ?? 'none'}@example.com`;
  return {
    id: createSeededUuid(random),
    reference: generateReference(below),
    receivedAt,
    domain,
    submissionUrl: `https://${domain}/contact`,
    enquiryType,
    office,
    values,
    visitor: { name, email },
    photos: [],
    notes: [],
    formHash: 'f00d',
    version: 1 + Math.floor((at / count) * 12),
    mail: {
      to,
      fallback: null,
      content: {
        locale: 'en',
        domain,
        replyTo: { name, address: email },
        words: { subject: `Enquiry: ${name}`, heading: 'Enquiry', intro: `From ${domain}` },
        rows: [
          { label: 'Name', value: name },
          { label: 'Email', value: email },
          { label: 'Phone', value: phone },
          { label: 'Message', value: message },
        ],
        details: [{ label: 'Page', value: `https://${domain}/contact` }],
      },
    },
    ...(at % 100 === 99 && { suspicion: 'too-many' as const }),
  };
}

/** Sets the states of mails and enquiries, in one transaction. */
function setEnquiryStates(dataFolder: string): void {
  const db = new DatabaseSync(getDatabasePath(dataFolder));
  db.exec(`
    BEGIN;
    INSERT INTO mail_tries (enquiry, at, recipient, outcome, reason)
      SELECT enquiry, received_at + 900, recipient, CASE WHEN enquiry % 50 = 7 THEN 'failed' ELSE 'sent' END,
        CASE WHEN enquiry % 50 = 7 THEN '550 5.1.1 no such user' END
      FROM mails JOIN enquiries ON sequence = enquiry WHERE state = 'waiting';
    UPDATE mails SET state = CASE WHEN enquiry % 50 = 7 THEN 'failed' ELSE 'sent' END, attempts = 1, tries = 1, due_at = NULL,
      reason = CASE WHEN enquiry % 50 = 7 THEN '550 5.1.1 no such user' END WHERE state = 'waiting';
    UPDATE enquiries SET handling = 'in-hand', assignee = 'person-' || (sequence / 10 % 5) WHERE sequence % 10 = 3;
    UPDATE enquiries SET handling = 'answered' WHERE sequence % 10 > 4;
    COMMIT;
  `);
  db.close();
}

/** Creates a generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function createSeededUuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
