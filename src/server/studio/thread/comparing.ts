import { createHash } from 'node:crypto';
import type { Documents } from '#engine';
import { type Example, scenarioDocumentOf } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import {
  type Consequence,
  consequences,
  differencesIn,
  type SiteContent,
  type Version,
} from '#engine/consequences/index.ts';
import { fallbackLocale } from '#engine/editing/index.ts';
import { consequenceWords, wordsOf } from '#engine/words/index.ts';
import { checksOf, type KnownModules } from '#widgets/validators/form-checks.ts';
import type { PreviewQuery } from '../../../studio/protocol.ts';
import type { ComparedView, ConsequenceView, ShownIn } from '../../../studio/protocol-consequences.ts';
import type { Content } from '../../content/content.ts';
import { visitSituation } from '../../content/visit.ts';
import { previewVisit } from '../preview-visit.ts';
import type { DraftCalls } from '../start-draft-thread.ts';
import { namedContent } from './speaking.ts';

export type Comparing = Pick<DraftCalls, 'consequences' | 'saidConsequences' | 'compared'>;

const mostVersions = 8;
const mostModules = 500;

/** Creates the calls. They cache the latest versions, each compiled once. */
export function createComparing(): Comparing {
  const known = new Map<string, Version | undefined>();
  const modules: KnownModules = new Map();

  function versionOf(documents: Documents): Version | undefined {
    const digest = createHash('sha256').update(JSON.stringify(documents)).digest('hex');
    if (!known.has(digest)) known.set(digest, made(documents));
    for (const old of [...known.keys()].slice(0, -mostVersions)) known.delete(old);
    return known.get(digest);
  }

  function made(documents: Documents): Version | undefined {
    const compiled = compile(documents);
    if (!compiled.ok) return undefined;
    const { form } = compiled;
    if (modules.size > mostModules) modules.clear();
    const checks = checksOf(form, modules);
    return checks.ok ? { form, documents, checkOf: checks.checkOf } : undefined;
  }

  return {
    async consequences({ before, after, content }) {
      const versions = { before: versionOf(before), after: versionOf(after) };
      if (versions.before === undefined || versions.after === undefined) return undefined;
      return consequences({ before: versions.before, after: versions.after, content: withOwnTexts(content) });
    },
    async saidConsequences({ before, after, content, consequences: all, locale }) {
      const versions = { before: versionOf(before), after: versionOf(after) };
      if (versions.before === undefined || versions.after === undefined) return undefined;
      return said(all, { before: versions.before, after: versions.after, content, locale });
    },
    async compared({ query, before, after, content, locale, now }) {
      const versions = { before: versionOf(before), after: versionOf(after) };
      if (versions.before === undefined || versions.after === undefined) return { kind: 'not-compared' };
      return comparedIn(query, { before: versions.before, after: versions.after, content, locale, now });
    },
  };
}

/** Adds to each page the texts that it overrides itself (docs/behaviour.md, "Thank-you panel"). */
function withOwnTexts(content: Content): SiteContent {
  const pages = content.pages.map((page) => {
    const { contactForm, landingData } = page;
    const hasHeading = Boolean(landingData?.thank_you_heading || contactForm.thankYouHeading);
    const hasMessage = Boolean(landingData?.thank_you_message || contactForm.thankYouMessage);
    return {
      ...page,
      ownTexts: [...(hasHeading ? ['thank-you.heading'] : []), ...(hasMessage ? ['thank-you.message'] : [])],
    };
  });
  return { ...content, pages };
}

interface Speaking {
  readonly before: Version;
  readonly after: Version;
  readonly content: Content;
  readonly locale: string;
}

function said(all: readonly Consequence[], speaking: Speaking): readonly ConsequenceView[] {
  const { before, after, content, locale } = speaking;
  const named = namedContent(content);
  const say = consequenceWords({ before, after, content: named, locale });
  const words = wordsOf({ ...after, content: named, locale });
  return all.map((consequence) => {
    const { kind, types, isOfAllTypes, field, where, situations, of, example } = consequence;
    const shown = example && {
      situation: words.situation(example.on),
      ...(example.page !== undefined && { page: example.page }),
      query: queryOf(consequence, example, speaking),
    };
    return {
      ...{ kind, where, situations, of },
      ...(types && { types }),
      ...(isOfAllTypes && { isOfAllTypes }),
      ...(field !== undefined && { field }),
      sentence: say(consequence),
      ...(shown && { shown }),
    };
  });
}

/**
 * Creates the query of the preview that shows a consequence: a page of the content if the example has one,
 * else the situation. The language is one that the consequence concerns.
 */
function queryOf(
  { types = [], locales = [], example: shown }: Consequence,
  { on, offices }: Example,
  { after, content }: Speaking,
): ShownIn['query'] {
  const { placement = 'inline', locale, today, type, ...rest } = on;
  const page = content.pages.find(({ path }) => path === shown?.page);
  const language = locale ?? locales[0] ?? fallbackLocale(after.documents);
  if (page !== undefined) {
    const { site, selectedOffice } = page;
    return {
      ...{ site: String(site.id), placement: page.placement, locale: page.locale ?? language },
      ...(types[0] !== undefined && { type: types[0] }),
      ...(selectedOffice && { office: String(selectedOffice.id) }),
    };
  }
  return {
    ...{ site: '', placement, locale: language },
    ...(type !== undefined && { type }),
    ...(today !== undefined && { today }),
    example: { on: rest, ...(offices && { offices }) },
  };
}

/**
 * Compares two versions in the situation of a preview. Not possible if one version does not have the
 * situation.
 */
function comparedIn(
  query: PreviewQuery,
  { before, after, content, locale, now }: Speaking & { readonly now: number },
): ComparedView {
  const [one, other] = [before, after].map((version) => situationIn(version, { query, content, now }));
  if (one === undefined || other === undefined) return { kind: 'not-compared' };
  const differences = differencesIn({ before, after, situations: { before: one, after: other } });
  const say = consequenceWords({ before, after, content: namedContent(content), locale });
  return {
    kind: 'compared',
    differences: differences.map((difference) => ({
      kind: difference.kind,
      ...(difference.field !== undefined && { field: difference.field }),
      sentence: say(difference),
    })),
  };
}

function situationIn(
  { form, documents }: Version,
  { query, content, now }: { readonly query: PreviewQuery; readonly content: Content; readonly now: number },
) {
  const scenarios = scenarioDocumentOf(form, documents).document;
  try {
    const visited = previewVisit({ form, content, scenarios }, query, now);
    return visited && visitSituation(form, visited.visit, visited.entered);
  } catch {
    // The example refers to something that this version does not have.
    return undefined;
  }
}
