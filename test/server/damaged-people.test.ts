import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { PeopleView, TokenView } from '../../src/api/people.ts';
import { createStudioSession, goodPassword, inviteAndJoin, signInTo } from '../support/studio-session.ts';
import { createTemporaryData, fetchPageStatus, startOnData } from './damaged-studio.ts';

// Damaged rows of people, tokens, mails and enquiries affect nobody else.

it('refuses whoever has a damaged row, lists and logs them, and lets all others in', async () => {
  const data = createTemporaryData();
  let server = await startOnData(data);
  const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  const ann = await inviteAndJoin(server.url, owner, { name: 'Ann', role: 'owner' });
  const bob = await inviteAndJoin(server.url, owner, { name: 'Bob', role: 'viewer' });
  const wish = { purpose: 'CI', role: 'owner', expiresAt: Date.now() + 3_600_000 };
  const { token, view } = await ann.post<{ readonly token: string; readonly view: TokenView }>(
    'tokens',
    wish,
  );
  await owner.post('invitations', { email: 'Cid@example.com', role: 'owner' });
  await server.stop();
  const db = new DatabaseSync(join(data, 'slipway.db'));
  // A token without a role could otherwise have all permissions of its person.
  db.exec(`UPDATE tokens SET content = json_remove(content, '$.role', '$.expiresAt')`);
  db.exec(`UPDATE words SET content = substr(content, 2) WHERE use = 'invitation'`);
  db.exec(`UPDATE people SET content = substr(content, 2) WHERE name_key IN ('bob', 'owner')`);
  db.close();

  server = await startOnData(data);
  expect(await fetchPageStatus(server)).toBe(200);
  const as = (headers: Readonly<Record<string, string>>) => createStudioSession(server.url, headers);
  const { cookie } = ann;
  const { people, invitations } = await as({ cookie }).get<PeopleView>('people');
  expect(people.map(({ name, isDamaged = false }) => [name, isDamaged])).toEqual([
    ['Ann', false],
    ['bob', true],
    ['owner', true],
  ]);
  expect(invitations).toMatchObject([{ email: 'cid@example.com', isDamaged: true }]);
  const invitation = `invitations/${invitations[0]?.id}`;
  expect((await as({ cookie }).ask('POST', `${invitation}/again`, {})).status).toBe(404);
  expect((await as({ cookie }).ask('DELETE', invitation)).status).toBe(200);
  expect((await as({ cookie }).get<PeopleView>('people')).invitations).toEqual([]);
  expect((await as({ cookie: bob.cookie }).ask('GET', 'me')).status).toBe(401);
  expect((await as({ authorization: `Bearer ${token}` }).ask('GET', 'me')).status).toBe(401);
  const tries = await Promise.all(
    ['Ann', 'Bob', 'bob@example.com'].map((name) =>
      as({}).ask('POST', 'sign-in', { name, password: goodPassword }),
    ),
  );
  expect(tries.map(({ status }) => status)).toEqual([200, 403, 403]);
  expect(await as({ cookie }).get('tokens')).toMatchObject([{ id: view.id, isDamaged: true }]);
  const reset = await as({}).ask('POST', 'reset-request', { name: 'Bob' });
  expect(reset.status).toBeLessThan(500);
  for (const name of [
    `"${invitations[0]?.id}" in the table "words"`,
    '"bob" in the table "people"',
    `"${view.id}" in the table "tokens"`,
  ])
    expect(
      server
        .logged()
        .split('\n')
        .filter((line) => line.includes('row-damaged') && line.includes(JSON.stringify(name).slice(1, -1))),
    ).toHaveLength(1);
  const damaged = people.find(({ name }) => name === 'bob');
  expect((await as({ cookie }).ask('DELETE', `people/${damaged?.id}`)).status).toBe(200);
  await server.stop();

  // If no owner can sign in any more, the password of the environment is restored.
  const again = new DatabaseSync(join(data, 'slipway.db'));
  again.exec(`UPDATE people SET content = '{' WHERE name_key = 'ann'`);
  again.close();
  server = await startOnData(data);
  expect(await signInTo(server.url)).toMatch(/./);
});
