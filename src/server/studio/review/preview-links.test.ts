import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../admin/people/actor.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { issueToken } from '../../platform/secret/signed-token.ts';
import type { StoredPreviewLink } from '../../store/records/review-entry.ts';
import { createPreviewLinks, type PreviewLinkOptions } from './preview-links.ts';

const who: Actor = { id: 'ann', name: 'Ann', role: 'editor', via: 'session', address: '' };
const query = { site: '1', placement: 'inline', locale: 'en', type: 'sales' } as const;
const keys = new Uint8Array([1]);
const documents = { 'enquiry-types.json': { enquiryTypes: [{ key: 'sales' }] } };
const dayMs = 86_400_000;

let time = 0;
let stored: readonly StoredPreviewLink[] = [];
let maker: object | undefined;
const options = {
  store: {
    addPreviewLink: async ({ link }: { readonly link: StoredPreviewLink }) => {
      stored = [...stored, { ...link, isFrozen: link.documents !== undefined, opened: 0 }];
      return true;
    },
    previewLink: async (id: string) => stored.find((link) => link.id === id),
    revokePreviewLink: async ({ id, now: revokedAt }: { readonly id: string; readonly now: number }) => {
      stored = stored.map((link) => (link.id === id ? { ...link, revokedAt } : link));
      return true;
    },
    person: async () => maker,
  },
  drafts: { refresh: async () => undefined, current: () => ({ documents }) },
  live: () => ({ content: { sites: [{ id: 1 }] } }),
  audit: { record: async () => undefined },
  settings: serverSettings.review,
  keys,
  now: () => time,
  onChange: () => undefined,
};
const links = createPreviewLinks(options as unknown as PreviewLinkOptions);

async function createToken(days = 2): Promise<string> {
  const made = await links.create(
    { query: { ...query, of: 3 }, days, isFrozen: true, acceptsComments: false },
    who,
    'https://forms.example',
  );
  if (made.kind !== 'created') throw new Error(made.kind);
  return made.link.address?.split('/').at(-1) ?? '';
}

beforeEach(() => {
  time = 0;
  stored = [];
  maker = { id: 'ann', name: 'Ann', role: 'editor' };
});

describe('createPreviewLinks', () => {
  it('makes links to the draft alone, which end after their days', async () => {
    const token = await createToken();
    expect(stored).toMatchObject([{ query, expiresAt: 2 * dayMs, documents }]);
    expect(stored[0]?.query).not.toHaveProperty('of');
    time = 2 * dayMs - 1;
    expect(await links.find(token)).toMatchObject({ kind: 'valid' });
    time = 2 * dayMs;
    expect(await links.find(token)).toEqual({ kind: 'ended' });
  });

  it('finds nothing by another signature, other values, or the token of another purpose', async () => {
    const token = await createToken();
    const id = stored[0]?.id ?? '';
    for (const forged of [
      id,
      issueToken([id], new Uint8Array([2])),
      issueToken([1], keys),
      issueToken([`${id}x`], keys),
      `${token}=`,
      token.toUpperCase(),
      '',
    ])
      expect(await links.find(forged)).toEqual({ kind: 'invalid' });
  });

  it.each([
    ['is gone', undefined],
    ['may only look', { role: 'viewer' }],
    ['may edit other types', { role: 'editor', types: ['charter'] }],
    ['may edit other sites', { role: 'editor', sites: ['2'] }],
  ])('ends a link for good once its maker %s', async (_why, reach) => {
    const token = await createToken();
    const before = maker;
    maker = reach && { ...before, ...reach };
    expect(await links.find(token)).toEqual({ kind: 'ended' });
    maker = before;
    expect(await links.find(token)).toEqual({ kind: 'ended' });
  });
});
