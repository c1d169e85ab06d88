import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitAll, createMachine, type Machine, readDocumentCommands } from '../support/deployed.ts';
import { postEnquiry } from '../support/send.ts';
import { changePhoneLabel, openStudioClient } from '../support/studio-client.ts';

let machine: Machine;
beforeAll(async () => {
  machine = await createMachine();
});
afterAll(() => machine?.remove());

const enquiry = {
  domain: 'www.trevarrow.example',
  submission_url: 'https://www.trevarrow.example/contact',
  upload: [],
  enquiry_type: 3,
  name: 'Ann Berry',
  email: 'ann@example.com',
  message: 'Hello',
  office_location: '1',
};

async function arrives(): Promise<string> {
  const { body } = await postEnquiry(machine.url, enquiry);
  expect(body.errors).toBeUndefined();
  return body.extensions?.reference ?? '';
}

async function references(): Promise<readonly string[]> {
  const [command = ''] = /runuser .* src\/server\/enquiries\.ts/.exec(follows('way-back')) ?? [];
  const listed = JSON.parse(await machine.run(`cd /srv/slipway/current\n${command} --json`));
  return (listed as readonly { readonly reference: string }[]).map(({ reference }) => reference);
}

/** A version is built by the document's commands, with this repository's packages. */
async function isBuilt(): Promise<void> {
  const [install, ...others] = follows('build').split('\n');
  expect(install).toBe('npm ci');
  await machine.run(`${others.join('\n')}\ncp slipway.tar.gz /srv/slipway/`, machine.clone);
}

/** Without a space, which the machine's service manager does not read in a variable. */
const password = 'open-sesame';

const openClient = () => openStudioClient(machine, { password });

/** Returns the ids of the draft's changes. */
async function readDraftChanges(): Promise<readonly string[]> {
  const { changes } = await (await openClient()).draft();
  return changes.map(({ id }) => id);
}

/** Moves the draft from the database to the file in which an earlier release has it. The server is stopped. */
function moveDraftToFile(): void {
  const db = new DatabaseSync(machine.at('/var/lib/slipway/slipway.db'));
  const head = db.prepare('SELECT head FROM drafts').all();
  const lines = db.prepare('SELECT content FROM draft_lines ORDER BY number').all();
  db.exec('DELETE FROM draft_lines; DELETE FROM drafts');
  db.close();
  const texts = [...head, ...lines].flatMap((row) => Object.values(row));
  const folder = machine.at('/var/lib/slipway/studio');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'draft.jsonl'), texts.map((text) => `${text}\n`).join(''));
}

/** The last command of "start": it waits for the server. */
const waitUntilReady = readDocumentCommands('docs/deployment.md', 'start').trim().split('\n').at(-1);

const follows = (purpose: string) => readDocumentCommands('docs/deployment.md', purpose);

// Each test continues with the machine of the previous one.
describe('docs/deployment.md', () => {
  const arrived: string[] = [];
  /** The ids of the draft's changes before the upgrade. */
  const draft: string[] = [];

  it('leads to a server that takes enquiries', async () => {
    await machine.run(follows('once'));
    await isBuilt();
    await machine.run(follows('install'));
    const env = readFileSync(machine.at('/etc/slipway.env'), 'utf8');
    writeFileSync(machine.at('/etc/slipway.env'), env.replace('https://www.example.com', machine.url));
    await machine.run(follows('start'));
    expect(machine.log()).toContain('Studio, first owner');
    arrived.push(await arrives());
    expect(await references()).toEqual(arrived);
  });

  it('leads to a newer version, which changes the database', async () => {
    const migrations = join(machine.clone, 'src/server/store/sqlite/migrations.ts');
    const steps = readFileSync(migrations, 'utf8');
    const step = '  `CREATE TABLE of_the_newer (one INTEGER) STRICT`,';
    writeFileSync(migrations, steps.replace('\n];\n', `\n${step}\n];\n`));
    commitAll(machine.clone);
    await isBuilt();
    const env = machine.at('/etc/slipway.env');
    writeFileSync(env, `${readFileSync(env, 'utf8')}\nSLIPWAY_STUDIO_PASSWORD=${password}\n`);
    await machine.run(`systemctl restart slipway\n${waitUntilReady}`);
    await (await openClient()).change(changePhoneLabel('One'));
    draft.push(...(await readDraftChanges()));
    await machine.run('systemctl stop slipway');
    moveDraftToFile();

    await machine.run(follows('upgrade'));
    arrived.push(await arrives());
    expect((await references()).toSorted()).toEqual(arrived.toSorted());
    expect([draft.length, await readDraftChanges()]).toEqual([1, draft]);
  });

  it('leads back, keeps what the newer version took, and has the draft of before the upgrade', async () => {
    const [first = '', second = ''] = arrived;
    await machine.run(follows('way-back'));
    expect(await references()).toEqual([first]);
    expect(await readDraftChanges()).toEqual(draft);
    expect(readFileSync(machine.at('/var/backups/slipway/newer.json'), 'utf8')).toContain(second);
    const third = await arrives();
    expect((await references()).toSorted()).toEqual([first, third].toSorted());
  });

  it('leads to what a backup holds', async () => {
    const [first] = arrived;
    await machine.run(follows('restore'));
    expect(await references()).toEqual([first]);
    const another = await arrives();
    expect((await references()).toSorted()).toEqual([first, another].toSorted());
  });
});
