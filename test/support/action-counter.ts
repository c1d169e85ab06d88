import type { Locator } from 'playwright-core';

/** Returns functions that press and fill, and the number of both so far. */
export function createActionCounter() {
  let count = 0;
  return {
    presses: async (button: Locator) => {
      count++;
      await button.click();
    },
    fills: async (field: Locator, text: string) => {
      count++;
      await field.fill(text);
    },
    count: () => count,
  };
}
