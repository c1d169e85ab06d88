import { describe, expect, it } from 'vitest';
import type { Form, Values } from '#engine';
import { createEnquiryDraft } from './draft.ts';
import type { EnquiryDraftStore, StoredEnquiryDraft } from './draft-store.ts';

describe('createEnquiryDraft', () => {
  it('brings back what an earlier visit entered, under what this one did', () => {
    const store = memory();
    draftOn(store).change({ name: 'Ann', email: 'ann@example.com', guests: [{ name: 'Bo' }] });
    const next = draftOn(store);
    expect(next.values()).toEqual({ name: 'Ann', email: 'ann@example.com', guests: [{ name: 'Bo' }] });
    next.change({ name: 'Anne', guests: undefined });
    expect(next.values()).toEqual({ name: 'Anne', email: 'ann@example.com' });
    expect(store.draft?.values).toEqual({ name: 'Anne', email: 'ann@example.com' });
  });

  it('changes what was stored, also where nobody asked for that yet', () => {
    const draft = draftOn(memory({ values: { name: 'Ann', email: 'ann@example.com' } }));
    draft.change({ name: 'Anne' });
    expect(draft.values()).toEqual({ name: 'Anne', email: 'ann@example.com' });
  });

  it('remembers that a preset was emptied, and null of no other field', () => {
    const store = memory();
    draftOn(store).change({ rig: null, name: null });
    expect(store.draft?.values).toEqual({ rig: null });
    expect(draftOn(store).values()).toEqual({ rig: null });
  });

  it('begins with initial values, apart from those that were emptied', () => {
    const store = memory();
    const open = (initial: Values) => createEnquiryDraft({ form, store, initial, newKey: () => 'key' });
    open({ name: 'Ann', email: undefined }).change({ name: undefined, guests: [{ name: 'Bo' }] });
    expect(store.draft?.emptied).toEqual(['name']);
    expect(open({ name: 'Ann', email: 'ann@example.com' }).values()).toEqual({
      email: 'ann@example.com',
      guests: [{ name: 'Bo' }],
    });
  });

  it('keeps neither photos nor passwords, nor what the form does not know', () => {
    const store = memory();
    draftOn(store).change({ name: 'Ann', upload: ['a.png'], secret: 'x', extra_note: 'spam' });
    expect(store.draft?.values).toEqual({ name: 'Ann' });
  });

  it('keeps no password inside an object, a list or a branch', () => {
    const store = memory();
    const account = { user: 'ann', word: 'x', more: { pin: 'x', hint: 'cat' } };
    draftOn(store).change({ account, guests: [{ name: 'Bo', code: 'x' }], words: ['x', 'y'] });
    expect(store.draft?.values).toEqual({
      account: { user: 'ann', more: { hint: 'cat' } },
      guests: [{ name: 'Bo' }],
      words: ['', ''],
    });
  });

  it('brings back what was entered in a branch that was left, but a password', () => {
    const store = memory();
    const chosen = { path: ['account', 'more'], branch: 1 };
    draftOn(store).choose('k', { ...chosen, left: { 0: { pin: 'x', hint: 'cat' } } });
    const stored = { k: { ...chosen, left: { 0: { hint: 'cat' } } } };
    expect(store.draft?.branches).toEqual(stored);
    const next = draftOn(store);
    expect(next.branches()).toEqual(stored);
    next.choose('k', undefined);
    expect(store.draft?.branches).toEqual({});
  });

  it('brings back nothing that a field cannot hold', () => {
    const values = { name: { first: 'Ann' }, guests: 'two', accept_term: 1, length: '12', stranger: 'x' };
    expect(draftOn(memory({ values })).values()).toEqual({ length: '12' });
  });

  it('keeps the key of an unchanged retry, over a reload too, and has a new one for other words', () => {
    const store = memory();
    const first = draftOn(store).getIdempotencyKey('body');
    const reloaded = draftOn(store);
    expect(reloaded.getIdempotencyKey('body')).toBe(first);
    expect(reloaded.getIdempotencyKey('other body')).not.toBe(first);
  });

  it('knows the ticket of the page on which it was begun, over further reloads too', () => {
    const store = memory();
    const first = draftOn(store, 'ticket-1');
    first.change({ name: 'Ann' });
    expect(first.getFirstTicket()).toBe(undefined);
    draftOn(store, 'ticket-2').change({ name: 'Anne' });
    expect(draftOn(store, 'ticket-3').getFirstTicket()).toBe('ticket-1');
  });

  it('has written the key before it is used', () => {
    const store = memory();
    const key = draftOn(store).getIdempotencyKey('body');
    expect(store.flushed?.attempt?.key).toBe(key);
  });

  it('keeps nothing after success, the key neither', () => {
    const store = memory();
    const draft = draftOn(store);
    draft.change({ name: 'Ann' });
    const key = draft.getIdempotencyKey('body');
    draft.discard();
    expect(draft.values()).toEqual({});
    expect(draft.getIdempotencyKey('body')).not.toBe(key);
    draft.change({ name: 'late' });
    expect(store.draft).toBe(undefined);
  });
});

let made = 0;

function draftOn(store: EnquiryDraftStore, ticket?: string) {
  const newKey = () => {
    made += 1;
    return `key-${made}`;
  };
  return createEnquiryDraft({ form, store, ticket, newKey });
}

function memory(draft?: StoredEnquiryDraft) {
  return {
    draft,
    flushed: undefined as StoredEnquiryDraft | undefined,
    read() {
      return this.draft;
    },
    write(next: () => StoredEnquiryDraft) {
      this.draft = next();
    },
    flush() {
      this.flushed = this.draft;
    },
    clear() {
      this.draft = undefined;
    },
  };
}

/** The parts of a form that a draft reads: names, kinds and widgets. */
const form = {
  wire: [
    { name: 'enquiry_type', kind: 'integer', empty: null },
    { name: 'upload', kind: 'json', empty: [] },
    { name: 'name', kind: 'string', empty: null },
    { name: 'email', kind: 'string', empty: null },
    { name: 'secret', kind: 'string', empty: null },
    { name: 'guests', kind: 'json', empty: null },
    { name: 'account', kind: 'json', empty: null },
    { name: 'words', kind: 'json', empty: null },
    { name: 'accept_term', kind: 'boolean', empty: false },
    { name: 'length', kind: 'number', empty: null },
    { name: 'rig', kind: 'string', empty: null, hasPreset: true },
  ],
  types: [
    {
      fields: [{ name: 'secret', widget: 'password' }],
      schema: { properties: { guests: { type: 'array' } } },
      uiSchema: {
        account: {
          word: { 'ui:widget': 'password' },
          oneOf: [{}, { more: { pin: { 'ui:options': { widget: 'password' } } } }],
        },
        guests: { items: { code: { 'ui:widget': 'password' } } },
        words: { items: { 'ui:widget': 'password' } },
      },
    },
  ],
} as unknown as Form;
