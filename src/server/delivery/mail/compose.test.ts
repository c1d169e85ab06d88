import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { composeMail, composeReceipt } from './compose.ts';
import { createDueMail } from './testing/due-mail.ts';

type Parts = Parameters<typeof createDueMail>[0];

async function composed(parts?: Parts, mailFrom?: string) {
  const mail = await composeMail({ due: createDueMail(parts), mailFrom });
  return { mail, parsed: await PostalMime.parse(mail.raw) };
}

describe('composeMail', () => {
  it('goes to the office, and a reply to the visitor', async () => {
    const { mail, parsed } = await composed();
    expect(mail).toMatchObject({ from: 'enquiries@www.example.com', to: 'poole@example.com' });
    expect(parsed.to).toEqual([{ name: '', address: 'poole@example.com' }]);
    expect(parsed.replyTo).toEqual([{ name: 'Ada Lovelace', address: 'ada@example.org' }]);
    expect(parsed.from).toEqual({ name: 'www.example.com', address: 'enquiries@www.example.com' });
    expect(parsed.subject).toBe('Sales enquiry, www.example.com (K7Q-M4X-HP9)');
  });

  it('has every value with its label, as text and as HTML', async () => {
    const { parsed } = await composed();
    expect(parsed.text).toContain('Name\n  Ada Lovelace\n\nMessage\n  First line\n  Second line\n');
    expect(parsed.text).toContain('Reference\n  K7Q-M4X-HP9\nOffice\n  Poole - Sales\n');
    expect(parsed.text).toContain('Page\n  https://www.example.com/contact?from=mail\n');
    expect(parsed.text).toMatch(/Received\n {2}21 November 2026 at 07:00 UTC\n/);
    for (const shown of ['Message', 'First line<br>Second line', 'K7Q-M4X-HP9', 'Reply to this mail']) {
      expect(parsed.html).toContain(shown);
    }
  });

  it('is the same at every attempt: Message-ID, time and bytes', async () => {
    const [first, second] = await Promise.all([composed(), composed()]);
    expect(first.parsed.messageId).toBe('<11111111-2222-4333-8444-555555555555@www.example.com>');
    expect(first.parsed.date).toBe('2026-11-21T07:00:00.000Z');
    expect(second.mail.raw.equals(first.mail.raw)).toBe(true);
  });

  it('comes from the configured address, with the same Message-ID', async () => {
    const { mail, parsed } = await composed({}, 'website@yard.example');
    expect(mail.from).toBe('website@yard.example');
    expect(parsed.from).toEqual({ name: 'www.example.com', address: 'website@yard.example' });
    expect(parsed.messageId).toContain('@www.example.com>');
  });

  it.each([
    ['localhost:4000', 'localhost'],
    ['WWW.Bücher.example', 'www.xn--bcher-kva.example'],
    ['[::1]:4000', 'localhost'],
    ['a b\r\nBcc: eve@example.net', 'localhost'],
    ['', 'localhost'],
  ])('makes of the domain %j the host %s', async (domain, host) => {
    const { mail } = await composed({ enquiry: { ...createDueMail(), domain, submissionUrl: '/' } });
    expect(mail.from).toBe(`enquiries@${host}`);
  });

  it('answers nobody where the visitor gave no usable address', async () => {
    for (const email of [undefined, '', 'ada', 'ada@example.org, eve@example.net', 'a@b\r\nBcc: eve@e.net']) {
      const { parsed } = await composed({ visitor: { name: 'Ada', email } });
      expect(parsed.replyTo ?? []).toEqual([]);
      expect(parsed.text).not.toContain('Reply to this mail');
    }
  });

  it('asks for no automatic answer, which would go to the visitor', async () => {
    const { parsed } = await composed();
    expect(header(parsed.headers, 'auto-submitted')).toBe('auto-generated');
  });

  it('lets no value add a header, a recipient or a part', async () => {
    const evil = 'x\r\nBcc: eve@example.net\r\n\r\n<p>body</p>\n--_NmP-1\u2028Cc: eve\u0000\u001b[31m';
    const { mail, parsed } = await composed({
      type: evil,
      facts: { office: evil },
      visitor: { name: evil, email: 'ada@example.org' },
      rows: [{ label: evil, value: evil }],
      enquiry: { ...createDueMail(), domain: 'www.example.com', submissionUrl: evil },
    });
    const plain = await composed();
    expect(parsed.headers.map(({ key }) => key)).toEqual(plain.parsed.headers.map(({ key }) => key));
    expect(parsed.bcc ?? parsed.cc ?? []).toEqual([]);
    expect(parsed.replyTo?.map(({ address }) => address)).toEqual(['ada@example.org']);
    expect(parsed.attachments).toEqual([]);
    expect(mail.raw.includes('\u001b')).toBe(false);
    expect(parsed.subject).not.toMatch(/\p{Cc}/u);
  });

  it('shows any value as it is in HTML, and never as markup', async () => {
    const value = `<script>alert(1)</script><img src=x onerror="a" title='b'> & &lt;`;
    const { parsed } = await composed({ type: value, rows: [{ label: value, value }] });
    expect(parsed.html).not.toMatch(/<script|<img/);
    expect(parsed.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;a&quot;');
    expect(parsed.html).toContain('&amp; &amp;lt;');
    expect(parsed.text).toContain(`  ${value}\n`);
  });

  it('indents every line of a value, so that none can pass for a label', async () => {
    const { parsed } = await composed({
      rows: [{ label: 'Message', value: 'Hi\r\n\r\nEmail\r  eve@example.net\u2028Office' }],
    });
    expect(parsed.text).toContain('Message\n  Hi\n  \n  Email\n    eve@example.net\n  Office\n');
  });

  it('mirrors the page where its language is written from right to left', async () => {
    const { parsed } = await composed({ locale: 'ar' });
    expect(parsed.html).toContain('<html lang="ar" dir="rtl">');
    // What is written from left to right stands on the right as well, below its label.
    expect(parsed.html).toMatch(/<div dir="auto" style="[^"]*text-align:right[^"]*">Ada Lovelace/);
    expect((await composed({ locale: 'de-CH' })).parsed.html).toContain('<html lang="de-CH" dir="ltr">');
  });

  it('holds, for any text whatever', async () => {
    const plain = await composed();
    const keys = plain.parsed.headers.map(({ key }) => key);
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, text, text, async (a, b, c) => {
        const { parsed } = await composed({
          type: a,
          facts: { office: b },
          visitor: { name: c, email: 'ada@example.org' },
          rows: [{ label: a, value: b }],
        });
        expect(parsed.headers.map(({ key }) => key)).toEqual(keys);
        expect(parsed.to).toEqual(plain.parsed.to);
        expect(parsed.replyTo?.map(({ address }) => address)).toEqual(['ada@example.org']);
        expect(tags(parsed.html)).toEqual(tags(parsed.html).filter((tag) => ours.has(tag)));
        expect(parsed.attachments).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('composeReceipt', () => {
  const receipt = async (mailFrom?: string) => {
    const due = createDueMail({ addresses: { to: 'ada@example.org', fallback: null } });
    const mail = await composeReceipt({ due, mailFrom });
    return { mail, parsed: await PostalMime.parse(mail.raw) };
  };

  it('is a message of its own, to one address, and the same at every attempt', async () => {
    const [{ mail, parsed }, again] = await Promise.all([receipt(), receipt()]);
    expect(mail.id).toBe('11111111-2222-4333-8444-555555555555.receipt');
    expect(mail).toMatchObject({ from: 'enquiries@www.example.com', to: 'ada@example.org' });
    expect(parsed.to).toEqual([{ name: '', address: 'ada@example.org' }]);
    expect(parsed.messageId).toBe('<11111111-2222-4333-8444-555555555555.receipt@www.example.com>');
    expect(again.mail.raw.equals(mail.raw)).toBe(true);
  });

  it('is answered by no program, and by a person to its sender', async () => {
    const { parsed } = await receipt('website@yard.example');
    expect(header(parsed.headers, 'auto-submitted')).toBe('auto-replied');
    expect(header(parsed.headers, 'x-auto-response-suppress')).toBe('All');
    expect(parsed.from?.address).toBe('website@yard.example');
    expect(parsed.headers.map(({ key }) => key).toSorted()).toEqual(
      [
        'from',
        'to',
        'subject',
        'message-id',
        'date',
        'content-language',
        'auto-submitted',
        'x-auto-response-suppress',
        'mime-version',
        'content-type',
      ].toSorted(),
    );
  });
});

const ours: ReadonlySet<string> = new Set([
  '!doctype',
  'html',
  'head',
  'meta',
  'title',
  'body',
  'table',
  'tr',
  'td',
  'p',
  'h1',
  'div',
  'br',
]);

function tags(html: string | undefined): readonly string[] {
  return [...(html ?? '').matchAll(/<\/?([^\s>]*)/g)].map(([, name = '']) => name);
}

function header(
  headers: readonly { readonly key: string; readonly value: string }[],
  key: string,
): string | undefined {
  return headers.find((candidate) => candidate.key === key)?.value;
}
