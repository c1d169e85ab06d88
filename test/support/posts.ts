/** A page with a form, as a browser without scripts gets it. */
export interface FormPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The form's hidden values, in their order. */
  readonly hidden: readonly (readonly [name: string, value: string])[];
}

/** Requests a page as a browser does. */
export async function fetchFormPage(url: string, path: string): Promise<FormPage> {
  return parseFormPage(await fetch(new URL(path, url), { headers: { accept: 'text/html' } }));
}

/** The entries of a form: pairs, because a name may occur twice. A file makes the request multipart. */
export type FormEntries = Iterable<readonly [name: string, value: string | File]>;

/** Posts a form as a browser does, without following redirects. */
export async function postForm(
  url: string,
  path: string,
  entries: FormEntries,
  headers: Readonly<Record<string, string>> = {},
): Promise<FormPage> {
  const list = [...entries];
  const texts = list.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string');
  const body =
    list.length === texts.length ? new URLSearchParams(texts.map(([...entry]) => entry)) : toMultipart(list);
  return parseFormPage(
    await fetch(new URL(path, url), {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', ...headers },
      body,
    }),
  );
}

/** Returns the entries as multipart, whether or not they contain a file. */
export function toMultipart(entries: FormEntries): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

export async function parseFormPage(response: Response): Promise<FormPage> {
  const html = await response.text();
  const inputs = [...html.matchAll(/<input type="hidden"[^>]*>/g)].map(([input]) => input);
  return {
    status: response.status,
    headers: response.headers,
    html,
    hidden: inputs.map((input) => [findAttribute(input, 'name'), findAttribute(input, 'value')]),
  };
}

/** Returns the value of a text control. Undefined if there is no such control. */
export function findControlText({ html }: FormPage, name: string): string | undefined {
  const literal = name.replaceAll(/[[\]]/g, '\\$&');
  const [input] = new RegExp(`<input(?=[^>]* name="${literal}")[^>]*>`).exec(html) ?? [];
  if (input !== undefined) return findAttribute(input, 'value');
  const [, text] =
    new RegExp(`<textarea(?=[^>]* name="${literal}")[^>]*>\n?([^<]*)</textarea>`).exec(html) ?? [];
  return text === undefined ? undefined : unescapeHtml(text);
}

/** Returns the unescaped value of an attribute of a tag. Empty if it is absent. */
export function findAttribute(element: string, name: string): string {
  return unescapeHtml(new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '');
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (name) => characters[name] ?? name);
}
