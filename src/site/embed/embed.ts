import type * as marker from '../../contact/outbox/marker.ts';
import { presetAddressNames } from '../../contact/preset/form-address.ts';
import type { EmbedData } from './embed-data.ts';
import type { EmbeddedFormHandle, mount } from './mount.tsx';

/**
 * `/embed.js`: the element `<enquiry-form page="/contact">` for pages of any site (docs/embed.md). A page
 * loads nothing else until the visitor comes near the form. The answer of the server names the program, so that
 * two releases are never mixed.
 */

const name = 'enquiry-form';
/** The attributes that are query parameters of `/embed/v1`. */
const queryAttributes = ['page', 'site', 'placement', 'locale', ...presetAddressNames];
// The type guarantees that this is the value of the other module.
const waitingKey: typeof marker.waitingKey = 'slipway:waiting';
const { href: address, origin: base } = new URL(import.meta.url);
/** The distance below the viewport at which a form is loaded. */
const loadMargin = '800px';
/** The time without an answer after which a slow server is logged. */
const slowMs = 10_000;

/**
 * The element. Without the attribute `isolated`, the form is rendered in the page, in the slot of the
 * element's shadow tree.
 */
class EnquiryForm extends HTMLElement {
  static readonly observedAttributes = queryAttributes;
  /** Identifies the script to a second copy of it. */
  static readonly address = address;
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #slot = document.createElement('slot');
  readonly #observer = new IntersectionObserver(
    (seen) => seen.some((one) => one.isIntersecting) && this.#startLoading(),
    {
      rootMargin: loadMargin,
    },
  );
  /** The rendered form, or the form that is being rendered. */
  #mounted: Promise<EmbeddedFormHandle> | undefined;
  /** The latest load; results of earlier ones are ignored. */
  #latestLoad: Promise<void> | undefined;
  #isReloadScheduled = false;
  /** The text of a closed form, in a slot of its own. */
  #closed: HTMLParagraphElement | undefined;
  /** The link to the form's page, shown if no form can be shown. */
  #link: HTMLAnchorElement | undefined;

  /**
   * Waits until the element is near the viewport, and loads the form then, unless it is loaded already. A form that
   * has an enquiry to send is loaded at once.
   */
  connectedCallback(): void {
    this.#root.append(this.#slot);
    if (this.#latestLoad) return;
    this.#observer.observe(this);
    try {
      if (waitingKey in localStorage) this.#startLoading();
    } catch {
      // The browser forbids the storage, so that nothing waits.
    }
  }

  /**
   * Removes the form, so that the host's content is shown again. Does nothing if the element was only moved
   * within the page.
   */
  disconnectedCallback(): void {
    this.#observer.disconnect();
    // An element that is only moved is connected again by then.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#mounted?.then(({ unmount }) => unmount()).catch(() => {});
      this.#mounted = this.#latestLoad = undefined;
      this.#closed?.remove();
      this.#slot.name = '';
    });
  }

  /** Loads the form again if it was loaded before. Attributes that change together cause one load. */
  attributeChangedCallback(): void {
    if (!this.#latestLoad || this.#isReloadScheduled) return;
    this.#isReloadScheduled = true;
    // Several attributes that are set at once are one change.
    queueMicrotask(() => {
      this.#isReloadScheduled = false;
      if (this.isConnected) this.#startLoading();
    });
  }

  /**
   * Starts to load the form and returns at once. A failure of the latest load, and a server that is slow, are
   * passed to `#reportFailure`.
   */
  #startLoading(): void {
    this.#observer.disconnect();
    /** Returns true if no other load was started after this one. */
    const isLatest = () => load === this.#latestLoad;
    const slow = setTimeout(() => {
      if (isLatest()) this.#reportFailure(`${base} has not answered for ${slowMs / 1000} s; still waiting`);
    }, slowMs);
    const load: Promise<void> = this.#loadAndMount(isLatest)
      .catch(({ message, cause }: Error) => {
        if (isLatest()) this.#reportFailure(message, ...(cause ? [cause] : []));
      })
      .finally(() => clearTimeout(slow));
    this.#latestLoad = load;
  }

  /**
   * Loads the data and the form, renders it and dispatches `ready`; updates a form that is rendered already.
   * Stops, without an error, once this load is not the latest any more.
   * @throws Error with a message for the developer of the page, also if the form is not shown in this
   * situation.
   */
  async #loadAndMount(isLatest: () => boolean): Promise<void> {
    const data = await fetchEmbedData(this.#buildQuery());
    if (!isLatest()) return;
    const { form, assets, hiddenReason } = data;
    if (!form.isShown && form.closedText !== undefined) return this.#showClosedText(form.closedText, data);
    if (!form.isShown || !assets.script)
      throw new Error(`no form is shown here: ${hiddenReason ?? 'its rules hide it'}`);
    preloadAssets(assets);
    const program = (await import(/* @vite-ignore */ assets.script).catch((cause) => {
      throw new Error(`cannot load ${assets.script}; see that the page's policy has script-src ${base}`, {
        cause,
      });
    })) as { readonly mount: typeof mount };
    if (!isLatest()) return;
    if (this.#mounted) {
      await (await this.#mounted).update(data);
      if (isLatest()) this.#slot.name = 'form';
      return;
    }
    const isIsolated = this.hasAttribute('isolated');
    const mounted = program.mount(data, { host: this, root: isIsolated ? this.#root : undefined });
    this.#mounted = mounted;
    await mounted.catch((error) => {
      if (this.#mounted === mounted) this.#mounted = undefined;
      throw error;
    });
    if (this.#mounted !== mounted) return;
    // The slot now shows the form instead of the host's content for visitors without scripts.
    this.#slot.name = 'form';
    this.dispatchEvent(new CustomEvent('ready', { bubbles: true, composed: true }));
  }

  /** Shows the text of a closed form in place of the form and of the host's own content. */
  #showClosedText(text: string, { locale, dir }: Pick<EmbedData, 'locale' | 'dir'>): void {
    this.#closed ??= document.createElement('p');
    Object.assign(this.#closed, { slot: 'closed', textContent: text, lang: locale, dir });
    this.append(this.#closed);
    this.#slot.name = 'closed';
  }

  /** Returns the query of `/embed/v1`, from the attributes that the element has. Without `?`. */
  #buildQuery(): string {
    const given = queryAttributes.flatMap((one) => {
      const value = this.getAttribute(one);
      return value === null ? [] : [[one, value]];
    });
    return `${new URLSearchParams(given)}`;
  }

  /**
   * Logs the reason in the console. If no form is shown and the host's content has no link, adds a link to
   * the form's page; if it was added before, updates it.
   */
  #reportFailure(line: string, ...more: readonly unknown[]): void {
    console.error(`<${name}>: ${line}`, ...more);
    const links = [...this.querySelectorAll('a[href]')];
    if (this.#slot.name || links.some((one) => one !== this.#link)) return;
    this.#link ??= document.createElement('a');
    const link = this.#link;
    const query = this.#buildQuery();
    const path = this.getAttribute('page') ?? (query && `embed/form?${query}`);
    // The link leads to this server, whatever the attribute contains: `//other.example` and `javascript:` are
    // URLs as well.
    link.href = link.textContent = `${base}/${path.replace(/^[/\\]+/, '')}`;
    this.append(link);
  }
}

/** The URLs that were requested already. */
const hintedUrls = new Set<string>();

/**
 * Requests all modules and styles of the form at once, by links in the page's head, and each only once.
 * Without this each would be requested after the one that imports it.
 */
function preloadAssets({ script = '', preloads, styles }: EmbedData['assets']): void {
  /** Adds a link to the head, unless the URL was requested before. */
  const addLinkOnce = (href: string, rest: Partial<HTMLLinkElement>) => {
    if (hintedUrls.has(href)) return;
    hintedUrls.add(href);
    document.head.append(Object.assign(document.createElement('link'), rest, { href }));
  };
  for (const one of [script, ...preloads]) addLinkOnce(one, { rel: 'modulepreload' });
  for (const one of styles) addLinkOnce(one, { rel: 'preload', as: 'style' });
}

/**
 * Fetches the data of a form. Rejects with a message for the developer of the page if the server cannot be
 * reached, refuses the request, or is of another release.
 */
async function fetchEmbedData(query: string): Promise<EmbedData> {
  const answer = await fetch(`${base}/embed/v1?${query}`).catch((cause) => {
    throw new Error(
      `cannot reach ${base}; see that it runs, and that the page's policy has connect-src ${base}`,
      { cause },
    );
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(data.message ?? `${answer.url} answered ${answer.status}`);
  if (data.version !== 1)
    throw new Error(`${base} answers as release ${data.version}, this is 1; load ${base}/embed.js anew`);
  return data;
}

/** The element of an earlier copy of this script, or of another script. This copy then only warns. */
const registered = customElements.get(name) as { readonly address?: string } | undefined;
if (registered)
  console.warn(
    `<${name}>: ${address} is here a second time; ${registered.address ?? 'another script'} serves`,
  );
else customElements.define(name, EnquiryForm);
