import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSignedArchive, readArchive } from './archive.ts';
import { generateInstallationKey, toInstallation } from './installation.ts';

const version = {
  number: 7,
  hash: 'a',
  by: 'anna',
  note: 'Why',
  at: 1,
  documents: { 'rules.json': { rules: [] }, 'meta/rules.schema.json': {} },
};

const installation = toInstallation(generateInstallationKey());

it('gives back what was sealed, by whom, without what belongs to the release', () => {
  expect(readArchive(createSignedArchive(version, installation))).toEqual({
    ok: true,
    version: { ...version, documents: { 'rules.json': { rules: [] } } },
    installation: installation.fingerprint,
  });
});

it('holds for no byte that is another, is gone, or is one too many', () => {
  const text = createSignedArchive(version, installation);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) {
    const other = Buffer.from(bytes);
    other[at] = (bytes[at] ?? 0) ^ 1;
    const changed = [
      other,
      Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
      Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)]),
    ];
    for (const one of changed)
      expect({ at, ...readArchive(one.toString()) }).toMatchObject({ at, ok: false });
  }
  expect(readArchive(`${text}\n`)).toEqual({ ok: false, kind: 'damaged' });
});

it.each([
  ['an empty file', '', 'no-archive'],
  ['one without a number', '{"slipwayArchive":"1"}\n{}\n', 'no-archive'],
  ['one of a newer format', '{"slipwayArchive":2,"publicKey":"","signature":""}\n{}\n', 'other-format'],
  ['one that nobody has signed', '{"slipwayArchive":1}\n{}\n', 'damaged'],
  ['one that is nested without end', `${'['.repeat(100_000)}\n{}\n`, 'no-archive'],
])('says of %s what it is', (_what, text, kind) => {
  expect(readArchive(text)).toEqual({ ok: false, kind });
});

it('takes no key but one of Ed25519, and no signature of anything but an archive', () => {
  const content = '{"number":1}';
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const mark = sign('sha256', Buffer.from(`slipway archive 1\n${content}`), privateKey).toString('base64');
  const foreign = JSON.stringify({ slipwayArchive: 1, publicKey: der, signature: mark });
  expect(readArchive(`${foreign}\n${content}\n`)).toEqual({ ok: false, kind: 'damaged' });
  const { publicKey: own } = installation;
  const head = JSON.stringify({ slipwayArchive: 1, publicKey: own, signature: installation.sign(content) });
  expect(readArchive(`${head}\n${content}\n`)).toEqual({ ok: false, kind: 'damaged' });
});
