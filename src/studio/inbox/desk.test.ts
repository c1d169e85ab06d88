import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { InboxRowView, PictureView, ReceiptView } from '../../api/inbox.ts';
import type { SignedInPerson } from '../../api/people.ts';
import { PersonLink } from '../admin/privacy/person-link.tsx';
import { PrivacyPage } from '../admin/privacy/privacy-page.tsx';
import { type StudioContextValue, StudioProvider } from '../draft/context.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { formatEnquiryCount } from './count-text.ts';
import { EnquiryTable } from './enquiry-table.tsx';
import { emptyEnquiryFilter } from './filter.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { mergeNewestPage } from './merge-lists.ts';
import { PhotoButton } from './photo-button.tsx';
import { PhotoViewer } from './photo-viewer.tsx';
import { ReceiptSection } from './receipt.tsx';

const say = createFormatMessage('en');

/** A part of the studio as it is drawn for somebody before anything has loaded. */
function drawn(
  part: ReactNode,
  me: Partial<SignedInPerson> = {},
  offices: readonly { readonly id: string; readonly name: string }[] = [],
): string {
  // What these parts ask of the studio, and nothing else of it.
  const studio = {
    say,
    locale: 'en',
    me,
    announce: () => undefined,
    content: { offices },
  } as unknown as StudioContextValue;
  return renderToStaticMarkup(createElement(StudioProvider, { value: studio }, part));
}

const eraser = { role: 'viewer', enquiries: 'erase' } as const;

describe('the page of privacy', () => {
  it('leads back to the enquiries, also for those whom it refuses', () => {
    for (const me of [{ role: 'viewer' } as const, { ...eraser, sites: ['1'] }])
      expect(drawn(createElement(PrivacyPage), me)).toContain('<a href="/studio/enquiries">Enquiries</a>');
  });
});

describe('the way from an enquiry to the data of its sender', () => {
  const view = { reference: 'ABCD-1234', email: 'zoe@example.org' };
  const linkFor = (me: Partial<SignedInPerson>, of: { reference: string; email?: string } = view) =>
    drawn(createElement(PersonLink, { view: of }), me);

  it('names the enquiry, and never the address, which a browser would keep', () => {
    expect(linkFor(eraser)).toContain('href="/studio/enquiries/privacy?enquiry=ABCD-1234"');
    expect(linkFor(eraser)).not.toContain('zoe');
  });

  it('is for those alone who may erase everything, and where an address is known', () => {
    expect(linkFor({ role: 'viewer', enquiries: 'handle' })).toBe('');
    expect(linkFor({ ...eraser, types: ['service'] })).toBe('');
    expect(linkFor({ ...eraser, sites: ['1'] })).toBe('');
    expect(linkFor(eraser, { reference: 'ABCD-1234' })).toBe('');
  });
});

describe('the tray of what is suspected', () => {
  const row: InboxRowView = {
    id: '1',
    reference: 'ABCD-1234',
    sequence: 1,
    receivedAt: 0,
    type: { id: 3, name: 'General' },
    site: 'a.example',
    from: '',
    excerpt: '',
    photos: 0,
    state: 'new',
    delivery: 'suspected',
    suspicion: 'honeypot',
  };

  it('says why also to those who may do nothing about it', () => {
    const table = { rows: [row], search: 'tray=suspected', isBusy: false };
    expect(drawn(createElement(EnquiryTable, { ...table, isTray: true }))).toContain(
      'A field was filled in that only robots see.',
    );
    expect(drawn(createElement(EnquiryTable, table))).toContain('New');
  });

  it('names offices only if the content has any', () => {
    const table = createElement(EnquiryTable, { rows: [row], search: '', isBusy: false });
    expect(drawn(table)).not.toMatch(/office/i);
    expect(drawn(table, {}, [{ id: '1', name: 'Falmouth' }])).toMatch(
      /<th scope="col"[^>]*>Office<[\s\S]*No office/,
    );
  });
});

it('says how many enquiries there are no further than they were counted', () => {
  expect(formatEnquiryCount({ count: 1, counted: 1000 }, say)).toBe('One enquiry');
  expect(formatEnquiryCount({ count: 1000, counted: 1000 }, say)).toBe('At least 1,000 enquiries');
});

describe('a list that is looked at again', () => {
  const row = (sequence: number, id = `e${sequence}`) => ({ id, sequence }) as InboxRowView;
  const counts = { count: 9, counted: 1000 };
  const before = {
    rows: [5, 4, 3, 2].map((n) => row(n)),
    next: 2,
    ...counts,
    arrived: { count: 0, isMore: false },
  };
  const idsOf = ({ rows }: { readonly rows: readonly InboxRowView[] }) => rows.map(({ id }) => id);

  it('has no more what was erased, as far as it knows, and counts what has arrived', () => {
    const now = mergeNewestPage(before, { rows: [row(6), row(5), row(3)], next: 3, ...counts }, true);
    expect(idsOf(now)).toEqual(['e5', 'e3', 'e2']);
    expect(now.arrived.count).toBe(1);
    expect(idsOf(mergeNewestPage(before, { rows: [], ...counts }, true))).toEqual([]);
  });

  it('counts what has been given the number of one that was erased', () => {
    const now = mergeNewestPage(
      before,
      { rows: [row(5, 'another'), row(4), row(3)], next: 3, ...counts },
      true,
    );
    expect(idsOf(now)).toEqual(['e4', 'e3', 'e2']);
    expect(now.arrived.count).toBe(1);
  });

  it('moves nothing of a part, in which something was only done with it', () => {
    const now = mergeNewestPage(before, { rows: [row(5), row(3)], ...counts }, false);
    expect(idsOf(now)).toEqual(['e5', 'e4', 'e3', 'e2']);
  });
});

it('says what became of the visitor’s receipt, or why there is none', () => {
  const receipt = (shownReceipt: ReceiptView) =>
    drawn(createElement(ReceiptSection, { receipt: shownReceipt }));
  const sent = receipt({ state: 'sent', to: 'zoe@example.org', at: 0 });
  expect(sent).toContain('Receipt to the visitor');
  expect(sent).toMatch(/Delivered.*1970.*zoe@example\.org/);
  const waiting = { state: 'waiting', to: 'zoe@example.org', at: 0, dueAt: 1000, why: 'Full.' } as const;
  expect(receipt(waiting)).toMatch(/On its way.*Full\..*Next attempt/);
  expect(receipt({ state: 'too-many' })).toContain('too many recent receipts');
});

it('takes the focus from nobody who comes to the last photo', () => {
  const picture: PictureView = { name: 'deck.jpg', type: 'image/jpeg', state: 'ready', address: '/1' };
  const pictures = [picture, picture];
  const viewer = drawn(
    createElement(PhotoViewer, { pictures, at: 1, onGo: () => undefined, onClose: () => undefined }),
  );
  expect(viewer).toMatch(/aria-disabled="true"[^>]*>Next</);
  expect(viewer).not.toMatch(/ disabled=""/);
});

it('says of a photo that did not come that it can be asked for again, not that it is gone', () => {
  const picture: PictureView = {
    name: 'deck.jpg',
    type: 'image/jpeg',
    state: 'ready',
    address: '/1',
    previewAddress: '/1/preview',
  };
  const button = (isLost: boolean) =>
    drawn(
      createElement(PhotoButton, {
        picture,
        number: 1,
        isLost,
        onLost: () => undefined,
        onOpen: () => undefined,
      }),
    );
  expect(button(false)).toMatch(/aria-label="Photo 1: deck.jpg".*<img src="\/1\/preview"/);
  expect(button(true)).toContain('This photo could not be loaded.');
  expect(button(true)).toContain('Try again');
  expect(button(true)).not.toContain('<img');
});

it('says of a search that is too long how long it may be, and keeps it to be shortened', () => {
  const choices = {
    types: [],
    offices: [],
    sites: [],
    people: [],
    longestSearch: 200,
    unansweredHours: 24,
    mostSelected: 200,
  };
  const filters = (search: string) =>
    drawn(
      createElement(InboxFilters, {
        choices,
        filter: { ...emptyEnquiryFilter, search },
        onChange: () => undefined,
      }),
    );
  expect(filters('x'.repeat(201))).toContain('Search for at most 200 characters.');
  expect(filters('x'.repeat(201))).toContain('aria-invalid="true"');
  expect(filters('x'.repeat(200))).not.toContain('Search for at most');
  expect(filters('')).not.toMatch(/office/i);
});
