import type { EmbedNote } from './embed-note.ts';
import type { Mounted, mount } from './mount.tsx';

/**
 * `/embed.js`: the element `<enquiry-form page="/contact">` for pages of any site (docs/embed.md). It is all that a page loads before a
 * visitor comes near the form.
 */

const name = 'enquiry-form';
/** What is asked for, as `/embed/v1` calls it. */
const asked = ['page', 'site', 'placement', 'locale', 'office', 'event'];
const { href: address, origin: base } = new URL(import.meta.url);
/** How far below the part of a page that is seen a form is loaded. */
const near = '800px';
const slowMs = 10_000;

class EnquiryForm extends HTMLElement {
  static readonly observedAttributes = asked;
  /** By which a second copy of this script knows the first. */
  static readonly address = address;
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #slot = document.createElement('slot');
  readonly #watch = new IntersectionObserver(
    (seen) => seen.some((one) => one.isIntersecting) && this.#begin(),
    {
      rootMargin: near,
    },
  );
  #mounted: Promise<Mounted> | undefined;
  /** The last load that was begun: an answer of any other comes too late. */
  #load: Promise<void> | undefined;
  #isDue = false;
  /** What leads to the yard where no form can stand. */
  #link: HTMLAnchorElement | undefined;

  connectedCallback(): void {
    this.#root.append(this.#slot);
    if (!this.#load) this.#watch.observe(this);
  }

  disconnectedCallback(): void {
    this.#watch.disconnect();
    // An element that is only moved is back by then.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#mounted?.then(({ unmount }) => unmount()).catch(() => {});
      this.#mounted = this.#load = undefined;
      this.#slot.name = '';
    });
  }

  attributeChangedCallback(): void {
    if (!this.#load || this.#isDue) return;
    this.#isDue = true;
    // Several that are set at once are one change.
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.isConnected) this.#begin();
    });
  }

  #begin(): void {
    this.#watch.disconnect();
    const isLast = () => load === this.#load;
    const slow = setTimeout(() => {
      if (isLast()) this.#fail(`${base} has not answered for ${slowMs / 1000} s; still waiting`);
    }, slowMs);
    const load: Promise<void> = this.#show(isLast)
      .catch(({ message, cause }: Error) => {
        if (isLast()) this.#fail(message, ...(cause ? [cause] : []));
      })
      .finally(() => clearTimeout(slow));
    this.#load = load;
  }

  async #show(isLast: () => boolean): Promise<void> {
    const note = await noteFor(this.#query());
    if (!isLast()) return;
    const { form, assets, hiddenReason } = note;
    if (!form.isShown || !assets.script)
      throw new Error(`no form is shown here: ${hiddenReason ?? 'its rules hide it'}`);
    preload(assets);
    const program = (await import(/* @vite-ignore */ assets.script).catch((cause) => {
      throw new Error(`cannot load ${assets.script}; see that the page's policy has script-src ${base}`, {
        cause,
      });
    })) as { readonly mount: typeof mount };
    if (!isLast()) return;
    if (this.#mounted) return (await this.#mounted).update(note);
    const isIsolated = this.hasAttribute('isolated');
    const mounted = program.mount(note, { host: this, root: isIsolated ? this.#root : undefined });
    this.#mounted = mounted;
    await mounted.catch((error) => {
      if (this.#mounted === mounted) this.#mounted = undefined;
      throw error;
    });
    if (this.#mounted !== mounted) return;
    // What stood here for visitors without scripts has done its work; in place of a slot the form stands itself.
    this.#slot.name = 'form';
    this.dispatchEvent(new CustomEvent('ready', { bubbles: true, composed: true }));
  }

  #query(): string {
    const given = asked.flatMap((one) => {
      const value = this.getAttribute(one);
      return value === null ? [] : [[one, value]];
    });
    return `${new URLSearchParams(given)}`;
  }

  /** Says why, and where no form stands and the page has brought no link, leads to the yard. */
  #fail(line: string, ...more: readonly unknown[]): void {
    console.error(`<${name}>: ${line}`, ...more);
    const links = [...this.querySelectorAll('a[href]')];
    if (this.#slot.name || links.some((one) => one !== this.#link)) return;
    this.#link ??= document.createElement('a');
    const link = this.#link;
    const query = this.#query();
    const path = this.getAttribute('page') ?? (query && `embed/form?${query}`);
    // Whatever a page says, it leads to this server: `//elsewhere.example` and `javascript:` are addresses as well.
    link.href = link.textContent = `${base}/${path.replace(/^[/\\]+/, '')}`;
    this.append(link);
  }
}

const hinted = new Set<string>();

/** Asks at once, and once, for all that draws the form: each part would be asked for only when the one before has come. */
function preload({ script = '', preloads, styles }: EmbedNote['assets']): void {
  const hint = (href: string, rest: Partial<HTMLLinkElement>) => {
    if (hinted.has(href)) return;
    hinted.add(href);
    document.head.append(Object.assign(document.createElement('link'), rest, { href }));
  };
  for (const one of [script, ...preloads]) hint(one, { rel: 'modulepreload' });
  for (const one of styles) hint(one, { rel: 'preload', as: 'style' });
}

async function noteFor(query: string): Promise<EmbedNote> {
  const answer = await fetch(`${base}/embed/v1?${query}`).catch((cause) => {
    throw new Error(
      `cannot reach ${base}; see that it runs, and that the page's policy has connect-src ${base}`,
      { cause },
    );
  });
  const note = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(note.message ?? `${answer.url} answered ${answer.status}`);
  if (note.version !== 1)
    throw new Error(`${base} answers as release ${note.version}, this is 1; load ${base}/embed.js anew`);
  return note;
}

const first = customElements.get(name) as { readonly address?: string } | undefined;
if (first)
  console.warn(`<${name}>: ${address} is here a second time; ${first.address ?? 'another script'} serves`);
else customElements.define(name, EnquiryForm);
