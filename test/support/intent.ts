import type { Page } from 'playwright-core';
import type { RunningServer } from './server.ts';
import type { Answers } from './visitor.ts';

/** Answers of a general enquiry, without an office. */
export const ada: Answers = {
  name: 'Ada Marsh',
  email: 'ada@example.com',
  message: 'When is the yard open?\nOn Sundays too?',
};

/**
 * Requests of the modules of the form, but not of the script that the page runs at once, nor of the one that
 * registers its service worker after `load`.
 */
export const formScripts = /\/(?:assets\/(?!boot-|start-worker-)|forms\/|parts\/)[^?]+\.js(?:\?|$)/;

/** Returns the state of hydration of the form in a page: `waiting`, `loading`, `done`, … */
export const readHydration = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('#slipway-form')?.dataset.hydration);

/** Returns the enquiries that arrived with an address. */
export const listArrived = async (server: RunningServer, email: string) =>
  (await server.enquiries()).filter(({ values }) => values.email === email);
