import type { Content, Page } from '../content/content.ts';
import { pagePath } from '../content/page-path.ts';

/** What a submission says of where it comes from, and what is ours. */
export interface OriginQuestion {
  readonly content: Content;
  /** `submission_url`, as sent. */
  readonly submissionUrl: string;
  /** The server's own origins: that of the request and, where it is set, the public one. */
  readonly origins: readonly string[];
}

/** The page of ours that an address names, query and fragment apart; undefined for any other address (decisions, "Sending"). */
export function ownPage({ content, submissionUrl, origins }: OriginQuestion): Page | undefined {
  const url = URL.parse(submissionUrl);
  if (url === null || !origins.includes(url.origin)) return undefined;
  return pageAt(content, url.pathname);
}

/** The page of a path, as a request writes it. */
export function pageAt({ pages }: Content, path: string): Page | undefined {
  return pages.find((page) => page.path === path) ?? pages.find((page) => page.path === pagePath(path));
}
