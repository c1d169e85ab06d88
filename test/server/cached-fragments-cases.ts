import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Documents, Values } from '#engine';
import type { NamedProblem, PostAnswer } from '../../src/contact/index.ts';
import { type Content, findPage } from '../../src/server/forms/content/content.ts';
import { linkContent } from '../../src/server/forms/content/link-content.ts';
import type { PageVisit } from '../../src/server/forms/content/visit.ts';
import { type CompiledForm, compileFormSchemas } from '../../src/server/forms/documents/compiled-form.ts';
import { createPageParts } from '../../src/server/forms/pages/page-parts.ts';
import type { RenderedForm } from '../../src/server/forms/pages/page-views.ts';
import {
  createPageRenderer,
  type PageRenderer,
  type RenderDependencies,
} from '../../src/server/forms/pages/render-pages.ts';
import { readSiteBuild, type SiteBuild } from '../../src/server/forms/pages/site-build.ts';
import { noSharedFiles } from '../../src/server/forms/sharing/shared-files.ts';
import { createLog } from '../../src/server/platform/log/log.ts';
import type { SiteProgram } from '../../src/site/views.ts';
import { createEntries } from '../parity/entries.ts';
import { createPipingContent, createPipingDocuments } from '../piping/piping-documents.ts';
import { createStepSite } from '../steps/step-site.ts';
import { readRawDemoContent } from '../support/content.ts';
import { compileTestForm, readFrozenDocuments } from '../support/forms.ts';

let build: SiteBuild;

/** A form with its content, as a server has both. */
interface CompiledSite {
  readonly ready: CompiledForm;
  readonly content: Content;
}

type RawFiles = Partial<ReturnType<typeof readRawDemoContent>>;

function createSite(source: Documents, files: RawFiles): CompiledSite {
  const content = linkContent({ ...readRawDemoContent(), ...files });
  return { ready: compileFormSchemas(compileTestForm(source)), content };
}

const longList = { 'offices.json': [...readRawDemoContent()['offices.json'], ...createOffices(150)] };
const steps = createStepSite();
const sites: Readonly<Record<string, CompiledSite>> = {
  'the six forms': createSite(readFrozenDocuments(), longList),
  'a form in steps': createSite(steps.documents, { ...steps.content, ...longList }),
  'texts that say answers': createSite(createPipingDocuments(), createPipingContent()),
};

/** More offices than a page renders individually. */
function createOffices(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: 5_000 + at,
    name: `Berth & "Quay" <${at}>`,
    title: '',
    email: `berth-${at}@example.com`,
    services: ['general', 'sales', 'service'],
    site: { id: 101, isInternational: false, exclude_from_international: false },
  }));
}

function createDrawer(drawing: Partial<RenderDependencies> = {}): PageRenderer {
  const log = createLog({ write: () => undefined, now: () => 0 });
  const parts = createPageParts(noSharedFiles.share);
  return createPageRenderer({ build, parts, isCaching: true, log, ...drawing });
}

/** Renders a page without caches: from copies, with a browser's data. */
async function renderWithoutCaches(
  { ready, content }: CompiledSite,
  visit: PageVisit,
  note: RenderedForm,
): Promise<string> {
  const copy = structuredClone(content);
  const page = findPage(copy, visit.page.path);
  if (page === undefined) throw new Error(`Cannot find ${visit.page.path} in the copy`);
  const program = await build.program();
  const drawFormPage: SiteProgram['drawFormPage'] = ({ plan: _plan, ...view }, loaded) =>
    program.drawFormPage(JSON.parse(JSON.stringify(view)), loaded);
  const drawer = createDrawer({
    isCaching: false,
    build: { ...build, program: async () => ({ ...program, drawFormPage }) },
  });
  const fresh = compileFormSchemas(structuredClone(ready.form), ready.codes());
  return drawer.formPage({ ...visit, page, content: copy }, fresh, note);
}

/** The address of a fragment contains the page that rendered it first. */
function removeOrigins(html: string): string {
  return html.replaceAll(/(\/parts\/[\w-]+\.js)\?[^"]*/g, '$1');
}

const hostile = ['</script><b>', '"><option selected>', '</select>&amp;', '{values.name}', '\u0000', '$&$1'];

function createOutcomes(fields: readonly string[]): fc.Arbitrary<PostAnswer['outcome']> {
  const problem = fc.record({
    field: fc.constantFrom(...fields),
    code: fc.constantFrom('required', 'wrong-format', 'not-offered'),
  });
  const named = fc
    .tuple(problem, fc.constantFrom('', ...hostile))
    .map(([problem, message]) => ({ problem, ...(message && { message }) }) as NamedProblem);
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.array(named, { maxLength: 4 }).map((all) => ({ kind: 'refused', named: all }) as const),
    },
    fc.constantFrom<PostAnswer['outcome']>(
      { kind: 'type-changed' },
      { kind: 'moved' },
      { kind: 'failed' },
      { kind: 'resumed', isFound: true },
      { kind: 'accepted', receipt: { enquiryType: 3, reference: 'ABCD' } },
    ),
  );
}

/** Generates visits of a site's pages, with or without the result of a post. */
function createVisits({
  ready,
  content,
}: CompiledSite): fc.Arbitrary<{ readonly visit: PageVisit; readonly note: RenderedForm }> {
  const { form } = ready;
  const names = [...new Set(form.types.flatMap(({ fields }) => fields.map(({ name }) => name)))];
  const typed = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...hostile), { maxKeys: 4 });
  const entered = fc
    .tuple(createEntries(form, content), typed)
    .map(([values, more]): Values => ({ ...values, ...more }));
  const answer = fc.record({ entered, photos: fc.constant([]), outcome: createOutcomes(names) });
  return fc
    .record({
      page: fc.constantFrom(...content.pages),
      locale: fc.constantFrom('en', 'de', 'ar'),
      today: fc.constantFrom('2026-12-31', '2027-05-29'),
      isOpened: fc.boolean(),
      isCounted: fc.boolean(),
      answer: fc.option(answer, { freq: 4, nil: undefined }),
      ticket: fc.constantFrom('ticket', 'another-ticket'),
    })
    .map(({ page, locale, today, isOpened, isCounted, answer: given, ticket }) => ({
      visit: {
        page,
        content,
        today,
        isOpened,
        locale: page.locale ?? locale,
        ...(isCounted && { figures: { endpoint: '/f', pass: today, share: 1, mostSteps: 9 } }),
      },
      note: { ticket, key: 'key', ...(given && { answer: given }) },
    }));
}

export interface FragmentRuns {
  /** For each site. */
  readonly numRuns: number;
  /** One page in this many gets the answers of another visitor. */
  readonly each: number;
}

/**
 * Declares tests that render pages from cached fragments, and compare them with the same pages without
 * caches.
 */
export function describeCachedFragments({ numRuns, each }: FragmentRuns): void {
  beforeAll(async () => {
    build = await readSiteBuild(fileURLToPath(new URL('../../dist', import.meta.url)));
  });

  describe('a page drawn of parts that are kept', () => {
    it.each(Object.keys(sites))('is the page drawn whole, byte for byte: %s', async (name) => {
      const site = sites[name] as CompiledSite;
      const drawer = createDrawer();
      await fc.assert(
        fc.asyncProperty(createVisits(site), async ({ visit, note }) => {
          const renderPage = await drawer.formPage(visit, site.ready, note);
          expect(removeOrigins(renderPage)).toBe(removeOrigins(await renderWithoutCaches(site, visit, note)));
        }),
        { numRuns },
      );
    });

    it('holds nothing of another visitor', async () => {
      const site = sites['the six forms'] as CompiledSite;
      const { ready, content } = site;
      const { form } = ready;
      const drawer = createDrawer();
      const secret = 'f3a9-of-one-visitor';
      const names = form.types.flatMap(({ fields }) => fields.map(({ name }) => name));
      const values = Object.fromEntries(names.map((name) => [name, secret]));
      const named = names.map(
        (field) => ({ problem: { field, code: 'required' }, message: secret }) as NamedProblem,
      );
      const photos = [{ field: 'upload', path: secret, name: secret }];
      const outcomes: readonly PostAnswer['outcome'][] = [
        { kind: 'refused', named },
        { kind: 'resumed', isFound: true },
        { kind: 'accepted', receipt: { enquiryType: 3, reference: secret } },
      ];
      const visits = content.pages
        .filter((_page, at) => at % each === 0)
        .map(
          (page): PageVisit => ({
            page,
            content,
            locale: page.locale ?? 'en',
            today: '2026-12-31',
            isOpened: true,
          }),
        );
      for (const visit of visits) {
        for (const outcome of outcomes)
          for (const { id } of form.types) {
            const answer: PostAnswer = { entered: { ...values, enquiry_type: id }, photos, outcome };
            await drawer.formPage(visit, ready, { ticket: secret, key: secret, answer });
          }
        await drawer.formPage(visit, ready, { ticket: secret, key: secret });
        const blank: PostAnswer = { entered: {}, photos: [], outcome: { kind: 'refused', named: [] } };
        for (const answer of [undefined, blank]) {
          const page = await drawer.formPage(visit, ready, {
            ticket: 't',
            key: 'k',
            ...(answer && { answer }),
          });
          expect(page).not.toContain(secret);
        }
      }
    });

    it('is never of another form, other texts or other content', async () => {
      const texts = readFrozenDocuments()['texts/en.json'] as Readonly<Record<string, string>>;
      const renamed = readFrozenDocuments({
        'texts/en.json': { ...texts, 'fields.email.label': 'Where to write to' },
      });
      const older = sites['the six forms'] as CompiledSite;
      const moved = { 'offices.json': [...readRawDemoContent()['offices.json'], ...createOffices(60)] };
      const newer = createSite(renamed, moved);
      const drawer = createDrawer();
      const answer: PostAnswer = { entered: { enquiry_type: 3 }, photos: [], outcome: { kind: 'failed' } };
      const renderPage = ({ ready }: CompiledSite, { content }: CompiledSite): Promise<string> => {
        const page = findPage(content, '/contact');
        if (page === undefined) throw new Error('Cannot find /contact');
        const visit = { page, content, locale: 'en', today: '2026-12-31' };
        return drawer.formPage(visit, ready, { ticket: 'ticket', key: 'key', answer });
      };
      for (const form of [older, newer, older])
        for (const content of [newer, older, newer]) {
          const page = await renderPage(form, content);
          expect(page.includes('Where to write to')).toBe(form === newer);
          expect(page.includes('Email address')).toBe(form === older);
          expect(page.includes('value="5100"')).toBe(content === older);
          expect(page).toContain('value="5050"');
        }
    });
  });
}
