/** The ways in which a page of another origin shows a form. */
export const embedWays = ['element', 'react', 'frame'] as const;

/** A form on a page of another origin, as docs/embed.md and docs/embed-in-react.md describe it. */
export interface Embedding {
  readonly way: (typeof embedWays)[number];
  /** The origin of the Slipway server: `https://forms.example`. */
  readonly origin: string;
  /** The path of a page that has the form, or the id of a site. */
  readonly of: { readonly page: string } | { readonly site: string };
  /** The text of the link that visitors see until the form is loaded; for frames the title. */
  readonly title: string;
  /** Absent: that of the page. */
  readonly placement?: 'inline' | 'modal';
  /** A language tag. Absent: the language of the page, else of the visitor's browser. */
  readonly locale?: string;
  /** The id of the enquiry type that is selected at first. Absent: as the page decides. Not for React. */
  readonly type?: string;
}

/** Returns the code that shows a form, as it is pasted into a page. Ends with a line break. */
export function composeEmbed(embedding: Embedding): string {
  switch (embedding.way) {
    case 'element':
      return composeElement(embedding);
    case 'react':
      return composeComponent(embedding);
    case 'frame':
      return composeFrame(embedding);
  }
}

/** Returns the directives that the Content-Security-Policy of the page needs, if it has one. */
export function composePolicy({ way, origin }: Pick<Embedding, 'way' | 'origin'>): string {
  if (way === 'frame') return `frame-src ${origin}; script-src ${origin}`;
  const directives = [`style-src ${origin}`, `connect-src ${origin}`, `img-src ${origin} blob:`];
  return [...(way === 'element' ? [`script-src ${origin}`] : []), ...directives].join('; ');
}

function composeElement({ origin, of, title, placement, locale, type }: Embedding): string {
  const attributes = listAttributes({
    ...of,
    placement,
    locale,
    prefill: type === undefined ? undefined : `enquiry_type=${type}`,
  });
  return `<script type="module" src="${origin}/embed.js"></script>
<enquiry-form${attributes}>
  <a href="${escapeHtml(`${origin}${getLinkPath(of)}`)}">${escapeHtml(title)}</a>
</enquiry-form>
`;
}

function composeComponent({ origin, of, title, placement, locale }: Embedding): string {
  const members = Object.entries({ ...of, placement, locale }).filter(([, value]) => value !== undefined);
  const address = members.map(([name, value]) => `, ${name}: ${toScriptText(String(value))}`).join('');
  const text = /[{}<>&]/.test(title) ? `{${toScriptText(title)}}` : title;
  return `import { ContactFormSection, useForm } from 'slipway/react';
import 'slipway/theme.css';

const server = ${toScriptText(origin)};

export function Contact() {
  const { content } = useForm({ server${address} });
  return (
    <ContactFormSection content={content} onSuccess={({ reference }) => console.log(\`Sent: \${reference}\`)}>
      <a href={\`\${server}${getLinkPath(of).replaceAll('`', '%60')}\`}>${text}</a>
    </ContactFormSection>
  );
}
`;
}

function composeFrame({ origin, of, title, placement, locale, type }: Embedding): string {
  const query = Object.entries({ ...of, placement, locale, enquiry_type: type })
    // Slashes stay as they are, so that a person can read the path.
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value).replaceAll('%2F', '/')}`],
    )
    .join('&');
  return `<iframe src="${escapeHtml(`${origin}/embed/form?${query}`)}" title="${escapeHtml(title)}" width="100%" height="1200"></iframe>
<script type="module" src="${origin}/embed-frame.js"></script>
`;
}

/** Returns the path of the page that has the form, or of the form alone. */
function getLinkPath(of: Embedding['of']): string {
  return 'page' in of ? of.page : `/embed/form?site=${encodeURIComponent(of.site)}`;
}

/** Returns attributes with a space before each; absent ones are left out. */
function listAttributes(attributes: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escapeHtml(value)}"`]))
    .join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Returns a string literal of JavaScript, with single quotes as in the docs. */
function toScriptText(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
