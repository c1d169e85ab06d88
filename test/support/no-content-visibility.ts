import type { Page } from 'playwright-core';

/** Returns a style sheet as a browser reads it that does not know `content-visibility`. */
export function removeContentVisibility(styles: string): string {
  return styles.replaceAll('content-visibility', 'unknown');
}

/** Makes a page render as in such a browser. */
export async function disableContentVisibility(page: Page): Promise<void> {
  await page.route(/\.css(?:\?|$)/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: removeContentVisibility(await answer.text()) });
  });
}
