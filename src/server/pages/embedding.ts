import { createHash } from 'node:crypto';
import type { FormView, SectionData } from '../../contact/section-data.ts';
import type { EmbedNote } from '../../site/embed/embed-note.ts';
import type { AssetsView } from '../../site/views.ts';
import { keptOf } from '../content/kept.ts';
import type { Visit } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import type { Omissions } from './opening-form.ts';
import { pageView } from './page-views.ts';
import type { SiteBuild } from './site-build.ts';

/** What a host's page gets, but for its ticket, which is each visitor's own. */
export interface Embedding {
  /** JSON without the brace that opens it. */
  readonly rest: string;
  /** Of all that is in it. */
  readonly digest: string;
  readonly omissions: Omissions;
}

/** What it is made of. */
export interface EmbeddingSources {
  readonly visit: Visit;
  readonly ready: CompiledForm;
  readonly build: SiteBuild;
  /** What addresses begin with: `https://forms.example`. */
  readonly origin: string;
}

/** The form of a page as it travels to another origin: what pages of ours are drawn from, with whole addresses. */
export function embeddingOf({ visit, ready, build, origin }: EmbeddingSources): Embedding {
  const { embed: assets } = build;
  const drawn = { ticket: '', key: '' };
  const sources = { ready, content: visit.content, build: { ...build, assets } };
  const { view, omissions } = pageView(sources, visit, drawn);
  return embeddings(view.form.section, `${origin} ${visit.page.path}`, () => {
    const { lang: locale, dir, theme, assets: loaded } = view.head;
    const { hiddenReason } = omissions;
    const own = theme !== undefined && Object.hasOwn(build.themes, theme) ? build.themes[theme] : undefined;
    const looks = [...assets.styles, ...(own === undefined ? [] : [own])];
    const note: Omit<EmbedNote, 'ticket'> = {
      version: 1,
      address: whole(visit.page.path, origin),
      ...{ locale, dir, ...(theme && { theme }), ...(hiddenReason && { hiddenReason }) },
      form: wholeForm(view.form, origin),
      // One sheet has the looks of every part; the last is the site's own, where it has some.
      assets: wholeAssets({ ...(view.form.isShown ? loaded : assets), styles: looks }, origin),
    };
    const rest = JSON.stringify(note).slice(1);
    return { rest, digest: createHash('sha256').update(rest).digest('base64url').slice(0, 22), omissions };
  });
}

const embeddings = keptOf<SectionData, Embedding>(16);

/** An address as other origins need it; one that is whole already stays as it is. */
function whole(address: string, origin: string): string {
  return new URL(address, origin).href;
}

function wholeForm({ section, validators, ...view }: FormView, origin: string): FormView {
  const { contactForm, endpoints, form } = section;
  const { dealerImage } = contactForm;
  // Saved answers are led back to by a page of ours, and figures count visits to one.
  const { figures: _figures, ...rest } = section;
  const links = (type: (typeof form.types)[number]) =>
    type.links.map((link) => ({ ...link, href: whole(link.href, origin) }));
  return {
    ...view,
    validators: origin + validators,
    section: {
      ...rest,
      contactForm: { ...contactForm, ...(dealerImage && { dealerImage: whole(dealerImage, origin) }) },
      endpoints: { graphql: origin + endpoints.graphql, contactUpload: origin + endpoints.contactUpload },
      form: { ...form, types: form.types.map((type) => ({ ...type, links: links(type) })) },
    },
  };
}

function wholeAssets({ styles, script, preloads }: AssetsView, origin: string): AssetsView {
  const all = (addresses: readonly string[]) => addresses.map((address) => whole(address, origin));
  return { styles: all(styles), ...(script && { script: whole(script, origin) }), preloads: all(preloads) };
}
