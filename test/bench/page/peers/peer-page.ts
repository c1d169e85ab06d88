import type { BuiltPeer, PeerName } from './build-peers.ts';
import { dataId, type PageData, rootId } from './page-data.ts';
import { createPlainForm } from './plain/plain-form.ts';

export interface PeerPageParts {
  readonly name: PeerName;
  readonly peer: BuiltPeer;
  readonly data: PageData;
  readonly renderFormHtml: (data: PageData) => string;
  /** Our page as our server drew it. */
  readonly ourPage: string;
}

/**
 * Returns our page with another form in place of ours: the site around it, its picture and its fonts are the
 * same.
 */
export function createPeerPage({ peer, ourPage, ...form }: PeerPageParts): string {
  const bare = ourPage
    .replaceAll(/<script\b[^>]*\bsrc=[^>]*><\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="(?:modulepreload|stylesheet|prefetch)"[^>]*>/g, '');
  const head = [
    `<link rel="stylesheet" href="${peer.style}"/>`,
    ...(peer.script ? [`<script type="module" src="${peer.script}"></script>`] : []),
  ].join('');
  return replaceForm(bare.replace('</head>', `${head}</head>`), createFormHtml(form));
}

function createFormHtml({ name, data, renderFormHtml }: Omit<PeerPageParts, 'peer' | 'ourPage'>): string {
  if (name === 'plain') return createPlainForm(data);
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const form = name === 'rendered' ? renderFormHtml(data) : '';
  return `<div id="${rootId}">${form}</div><script type="application/json" id="${dataId}">${json}</script>`;
}

const formBegin = '<div id="slipway-form"';
const dataBegin = 'id="slipway-data"';
const dataEnd = '</script>';

function replaceForm(page: string, form: string): string {
  const begin = page.indexOf(formBegin);
  const end = page.indexOf(dataEnd, page.indexOf(dataBegin, begin));
  if (begin < 0 || end < 0)
    throw new Error('Cannot find our form on our page; does src/site draw it otherwise?');
  return page.slice(0, begin) + form + page.slice(end + dataEnd.length);
}
