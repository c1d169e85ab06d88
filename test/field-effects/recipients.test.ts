import { describe, expect, it } from 'vitest';
import { toClientForm, type Values } from '#engine';
import { findMailAddresses } from '../../src/server/delivery/mail/addresses.ts';
import { createEnquiry } from '../../src/server/enquiries/judge/enquiry.ts';
import { judgeSubmission } from '../../src/server/enquiries/judge/judge-submission.ts';
import { linkContent } from '../../src/server/forms/content/link-content.ts';
import { compileFormSchemas } from '../../src/server/forms/documents/compiled-form.ts';
import { readRawDemoContent } from '../support/content.ts';
import { compileTestForm } from '../support/forms.ts';
import { createBerthDocuments } from './berths.ts';

const inbox = { id: 'crane-desk', email: 'crane@harbour.example', locale: 'fr' };
const ready = compileFormSchemas(compileTestForm(createBerthDocuments()));

const enquiry: Values = {
  enquiry_type: 3,
  office_location: 1,
  name: 'Ann',
  skipper: 'Gwen Hale',
  email: 'gwen@example.com',
  message: 'Hello',
};

/** Returns a stored enquiry with its mail, with these recipients in the content. */
async function stored(values: Values, recipients: readonly (typeof inbox)[] = [inbox]) {
  const content = linkContent({ ...readRawDemoContent(), 'recipients.json': recipients });
  const now = Date.parse('2026-11-22T10:00Z');
  const request = {
    domain: 'www.trevarrow.example',
    submissionUrl: 'https://www.trevarrow.example/contact',
    values: { ...enquiry, ...values },
    ready,
    locale: 'en',
    origins: [],
    outsideOrigin: 'https://www.trevarrow.example',
  };
  const photos = { findUnusable: async () => [], createLink: () => '' };
  const verdict = await judgeSubmission({ ...request, content, photos, now });
  if (!verdict.isGood) throw new Error(JSON.stringify(verdict.problems));
  const entry = createEnquiry({
    request: request as unknown as Parameters<typeof createEnquiry>[0]['request'],
    judgement: verdict.judgement,
    content,
    id: 'id',
    reference: 'K7Q-M2X-HP4',
    receivedAt: now,
    photos,
  });
  return { entry, content };
}

describe('the recipient of a mail', () => {
  it('is whom an answer names, in the language of theirs, and the site has what they do not take', async () => {
    const { entry, content } = await stored({ kind: 'crane' });
    expect(entry).toMatchObject({
      recipient: 'crane-desk',
      mail: { to: inbox.email, content: { locale: 'fr' } },
    });
    expect(entry.mail.fallback).toBe(content.sites.find(({ domain }) => domain === entry.domain)?.email);
    // Sent again, it goes to the content's current address.
    const moved = { ...content, recipients: [{ ...inbox, email: 'new@harbour.example' }] };
    expect(findMailAddresses({ content: moved, form: ready.form }, entry).to).toBe('new@harbour.example');
  });

  it('is that of the settings only where no rule, office or site has an address', async () => {
    const { entry, content } = await stored({ kind: 'crane' });
    const settings = { ...ready.form.settings, recipient: 'office@harbour.example' };
    const form = { settings };
    const unnamed = { domain: entry.domain, office: null };
    const { email: site } = content.sites.find(({ domain }) => domain === entry.domain) ?? {};
    expect(findMailAddresses({ content, form }, unnamed)).toEqual({ to: site, fallback: null });
    const bare = { ...content, sites: content.sites.map(({ email: _email, ...one }) => one) };
    expect(findMailAddresses({ content: bare, form }, unnamed)).toEqual({
      to: settings.recipient,
      fallback: null,
    });
    expect(findMailAddresses({ content: bare, form }, entry)).toEqual({
      to: inbox.email,
      fallback: settings.recipient,
    });
  });

  it.each([
    ['no rule names anybody', { kind: 'berth', length: 9 }, [inbox]],
    ['the content knows nobody of that id', { kind: 'crane' }, []],
  ])('is the office where %s', async (_where, values, recipients) => {
    const { entry, content } = await stored(values, recipients);
    expect(entry.mail.to).toBe(content.offices.find(({ id }) => String(id) === '1')?.email);
  });

  it('reaches no page, by its name or its address', () => {
    const settings = { ...ready.form.settings, recipient: 'crane-desk@harbour.example' };
    // The texts name the recipient of an enquiry that waits in the browser.
    const { texts: _texts, ...travellingForm } = toClientForm({ ...ready.form, settings }, { locale: 'en' });
    const travelling = JSON.stringify(travellingForm);
    expect(travelling).toContain('crane-days');
    expect(travelling).not.toContain('crane-desk');
    expect(travelling).not.toContain('recipient');
  });
});

describe('the visitor', () => {
  it('is who the fields say that the form names: a reply goes there', async () => {
    const { entry } = await stored({ kind: 'crane' });
    expect(entry.visitor).toEqual({ name: 'Gwen Hale', email: 'gwen@example.com' });
    expect(entry.mail.content.replyTo).toEqual({ name: 'Gwen Hale', address: 'gwen@example.com' });
  });

  it('is who other forms say by the names that hold for all of them', () => {
    expect(ready.form.types.find(({ key }) => key === 'sales')?.visitor).toEqual({
      name: 'name',
      email: 'email',
    });
  });

  it.each([
    [{ name: 'skiper' }, /unknown field "skiper".*"skipper"/],
    [{ email: 'length' }, /"length" is not a text field/],
  ])('is told of where the form names no such field: %o', (visitor, says) => {
    const documents = createBerthDocuments({ 'forms/general/ui.json': { 'ui:visitor': visitor } });
    expect(() => compileTestForm(documents)).toThrow(says);
  });
});
