import { fileURLToPath } from 'node:url';
import { readManifest, requireManifestEntry } from '../../src/server/forms/pages/manifest.ts';
import { createBenchContent, pagePath } from '../bench/page/content.ts';
import { loadDemoContent } from '../support/content.ts';
import { compileTestForm, readFrozenDocuments } from '../support/forms.ts';
import { createPageWeigher, type LazyRequests, type PageWeight } from '../support/page-weight.ts';
import { startServer } from '../support/server.ts';

export const budgetFile = new URL('page-budget.json', import.meta.url);

export const largePage = `${pagePath}, 3,000 offices`;

/** The allowed growth of each part without a new budget: an additional word, or another compiler version. */
const margin = { bytes: 48, share: 0.005 };

const parts = ['boot', 'script', 'style', 'data', 'markup', 'late'] as const;

export function listPages(): readonly string[] {
  return ['/', '/privacy-policy', ...loadDemoContent().pages.map((page) => page.path)];
}

/** Returns a line for each part of a page that exceeds its budget. */
export function findExceededBudgets(
  weight: PageWeight | undefined,
  budget: PageWeight | undefined,
): readonly string[] {
  return parts.flatMap((part) => {
    const [now = Number.NaN, kept = 0] = [weight?.[part], budget?.[part]];
    const most = Math.round(kept * (1 + margin.share) + margin.bytes);
    return now <= most ? [] : [`${part}: ${now} bytes of brotli, ${kept} are kept and ${most} allowed`];
  });
}

/**
 * Measures pages of the demonstration with the frozen documents, by their paths, and one page with thousands
 * of offices.
 */
export async function weighPages(
  paths: readonly string[] = listPages(),
): Promise<Readonly<Record<string, PageWeight>>> {
  const weigh = createPageWeigher(await listLazyRequests());
  const weighPath = async (all: readonly string[], content?: Readonly<Record<string, unknown>>) => {
    const server = await startServer({ documents: readFrozenDocuments(), ...(content && { content }) });
    try {
      const weights: Record<string, PageWeight> = {};
      for (const path of all) weights[path] = await weigh(server.url, path);
      return weights;
    } finally {
      await server.stop();
    }
  };
  const { [pagePath]: large } = await weighPath([pagePath], createBenchContent(3_000));
  return { ...(await weighPath(paths)), ...(large && { [largePage]: large }) };
}

const manifestFile = fileURLToPath(new URL('../../dist/client/.vite/manifest.json', import.meta.url));

/** Returns the files that `prepare` in `src/contact/enquiry/use-plan.ts` loads. */
async function listLazyRequests(): Promise<LazyRequests> {
  const manifest = await readManifest(manifestFile);
  const sources = ['src/contact/typing/typing.ts', 'src/contact/send/apollo-transport.ts'];
  return {
    modules: sources.map((source) => `/${requireManifestEntry(manifest, source).file}`),
    types: compileTestForm().types.map(({ key }) => key),
  };
}
