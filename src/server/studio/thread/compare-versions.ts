import { createHash } from 'node:crypto';
import type { Documents } from '#engine';
import { type ExampleSituation, readScenarioDocument } from '#engine/check/index.ts';
import {
  type Consequence,
  compareContent,
  compareVersionsInSituation,
  findConsequences,
  findFirstConsequences,
  type SiteContent,
  type Version,
} from '#engine/compare/index.ts';
import { compile } from '#engine/compile/index.ts';
import { getFallbackLocale } from '#engine/editing/index.ts';
import { createConsequenceDescriber, createSentenceRenderer } from '#engine/rules/sentences/index.ts';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import type { ComparisonView, ConsequenceSituation, ConsequenceView } from '../../../api/consequences.ts';
import type { PreviewQuery } from '../../../api/studio.ts';
import type { Content } from '../../forms/content/content.ts';
import { getContentOf, getEffectiveDocuments } from '../../forms/content/content-documents.ts';
import { toVisitSituation } from '../../forms/content/visit.ts';
import { copyExampleNames, toPreselection } from '../../preset/pages.ts';
import { createPreviewVisit } from '../preview-visit.ts';
import type { DraftCalls, VersionPair } from '../start-draft-thread.ts';
import { toNamedContent } from './draft-sentences.ts';

export type ComparisonCalls = Pick<
  DraftCalls,
  'prepareVersions' | 'consequences' | 'firstConsequences' | 'saidConsequences' | 'compared'
>;

/** The maximum number of cached versions. */
const maxVersions = 8;
/** The maximum number of cached modules. The cache is emptied if it has more. */
const maxModules = 500;

/** Creates the calls that compare versions. They cache the latest versions, each compiled once. */
export function createComparisonCalls(): ComparisonCalls {
  const known = new Map<string, Version | undefined>();
  const modules: ValidatorModuleCache = new Map();

  /**
   * Returns a compiled version from the cache, or compiles it and adds it to the cache. Undefined if the
   * documents or their schemas do not compile.
   */
  function getCachedVersion(documents: Documents): Version | undefined {
    const digest = createHash('sha256').update(JSON.stringify(documents)).digest('hex');
    if (!known.has(digest)) known.set(digest, compileVersion(documents));
    for (const old of [...known.keys()].slice(0, -maxVersions)) known.delete(old);
    return known.get(digest);
  }

  /** Does the work of `getCachedVersion` without the cache. */
  function compileVersion(documents: Documents): Version | undefined {
    const compiled = compile(documents);
    if (!compiled.ok) return undefined;
    const { form } = compiled;
    if (modules.size > maxModules) modules.clear();
    const checks = compileFormChecks(form, modules);
    return checks.ok ? { form, documents, getCheck: checks.checkOf } : undefined;
  }

  /** Returns both compiled versions and the content for a comparison. Undefined if one does not compile. */
  function prepareComparison({ before, after, live }: VersionPair) {
    const versions = { before: getCachedVersion(before), after: getCachedVersion(after) };
    if (versions.before === undefined || versions.after === undefined) return undefined;
    const content = addOwnTexts(getContentOf(after, live));
    return { before: versions.before, after: versions.after, content };
  }

  return {
    /** Compiles versions and adds them to the cache. */
    async prepareVersions({ versions }) {
      for (const documents of versions) getCachedVersion(documents);
    },
    /** Returns the differences for visitors. Undefined if one of the versions does not compile. */
    async consequences(request) {
      const comparison = prepareComparison(request);
      return comparison && [...findConsequences(comparison), ...findContentConsequences(request)];
    },
    /** Returns the differences that are found in time. Undefined if one of the versions does not compile. */
    async firstConsequences({ ms, ...request }) {
      const end = Date.now() + ms;
      const comparison = prepareComparison(request);
      if (comparison === undefined) return undefined;
      const first = findFirstConsequences(comparison, () => Date.now() < end);
      return { ...first, consequences: [...first.consequences, ...findContentConsequences(request)] };
    },
    /** Describes the given consequences in sentences. Undefined if one of the versions does not compile. */
    async saidConsequences({ before, after, live, consequences: all, locale }) {
      const versions = { before: getCachedVersion(before), after: getCachedVersion(after) };
      if (versions.before === undefined || versions.after === undefined) return undefined;
      return describeAllConsequences(all, {
        before: versions.before,
        after: versions.after,
        content: getContentOf(after, live),
        locale,
      });
    },
    /**
     * Compares two versions in the situation of a preview. Returns `not-compared` if one of them does not
     * compile or does not have the situation.
     */
    async compared({ query, before, after, live, locale, now }) {
      const versions = { before: getCachedVersion(before), after: getCachedVersion(after) };
      if (versions.before === undefined || versions.after === undefined) return { kind: 'not-compared' };
      return compareInSituation(query, {
        before: versions.before,
        after: versions.after,
        content: getContentOf(after, live),
        locale,
        now,
      });
    },
  };
}

/** Returns the differences between the content of two versions. */
function findContentConsequences({ before, after, live: { folder } }: VersionPair): readonly Consequence[] {
  return compareContent(getEffectiveDocuments(before, folder), getEffectiveDocuments(after, folder));
}

/** Adds to each page the keys of the texts that it overrides (docs/behaviour.md, "Thank-you panel"). */
function addOwnTexts(content: Content): SiteContent {
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

/** Two compiled versions, with the content and the language of the sentences about them. */
interface ComparisonContext {
  readonly before: Version;
  readonly after: Version;
  readonly content: Content;
  readonly locale: string;
}

/**
 * Describes consequences in sentences, in the same order. If a consequence has an example, it also has the
 * sentence of that situation and the query of a preview that shows it.
 */
function describeAllConsequences(
  all: readonly Consequence[],
  context: ComparisonContext,
): readonly ConsequenceView[] {
  const { before, after, content, locale } = context;
  const named = toNamedContent(content);
  const describe = createConsequenceDescriber({ before, after, content: named, locale });
  const renderer = createSentenceRenderer({ ...after, content: named, locale });
  return all.map((consequence) => {
    const { kind, types, isOfAllTypes, field, where, situations, of, example } = consequence;
    const shown = example && {
      situation: renderer.situation(example.on),
      ...(example.page !== undefined && { page: example.page }),
      query: createPreviewQuery(consequence, example, context),
    };
    return {
      kind,
      where,
      situations,
      of,
      ...(types && { types }),
      ...(isOfAllTypes && { isOfAllTypes }),
      ...(field !== undefined && { field }),
      sentence: describe(consequence),
      ...(shown && { shown }),
    };
  });
}

/**
 * Creates the query of the preview that shows a consequence: a page of the content if the example has one,
 * else the situation. The language is that of the page, else of the example, else the first one that the
 * consequence concerns, else the fallback language.
 */
function createPreviewQuery(
  { types = [], locales = [], example: shown }: Consequence,
  { on, ...named }: ExampleSituation,
  { after, content }: ComparisonContext,
): ConsequenceSituation['query'] {
  const { placement = 'inline', locale, today, type, ...rest } = on;
  const page = content.pages.find(({ path }) => path === shown?.page);
  const language = locale ?? locales[0] ?? getFallbackLocale(after.documents);
  if (page !== undefined) {
    return {
      site: String(page.site.id),
      placement: page.placement,
      locale: page.locale ?? language,
      ...(types[0] !== undefined && { type: types[0] }),
      ...toPreselection(page),
    };
  }
  return {
    site: '',
    placement,
    locale: language,
    ...(type !== undefined && { type }),
    ...(today !== undefined && { today }),
    example: { on: rest, ...copyExampleNames(named) },
  };
}

/**
 * Compares two versions in the situation of a preview. Returns `not-compared` if one of them does not have
 * the situation.
 */
function compareInSituation(
  query: PreviewQuery,
  { before, after, content, locale, now }: ComparisonContext & { readonly now: number },
): ComparisonView {
  const [one, other] = [before, after].map((version) =>
    findPreviewSituation(version, { query, content, now }),
  );
  if (one === undefined || other === undefined) return { kind: 'not-compared' };
  const differences = compareVersionsInSituation({
    before,
    after,
    situations: { before: one, after: other },
  });
  const describe = createConsequenceDescriber({ before, after, content: toNamedContent(content), locale });
  return {
    kind: 'compared',
    differences: differences.map((difference) => ({
      kind: difference.kind,
      ...(difference.field !== undefined && { field: difference.field }),
      sentence: describe(difference),
    })),
  };
}

/**
 * Returns the situation at the start of a preview. Undefined if the content has no such site, or if the
 * example refers to something that the version does not have.
 */
function findPreviewSituation(
  { form, documents }: Version,
  { query, content, now }: { readonly query: PreviewQuery; readonly content: Content; readonly now: number },
) {
  const scenarios = readScenarioDocument(form, documents).document;
  try {
    const visited = createPreviewVisit({ form, content, scenarios }, query, now);
    return visited && toVisitSituation(form, visited.visit, visited.entered);
  } catch {
    // The example refers to something that this version does not have.
    return undefined;
  }
}
