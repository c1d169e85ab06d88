import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { textDirection } from '#engine';
import { escapeHtml } from '../../delivery/mail/inert-text.ts';
import { findStopper, stopPath } from '../../notifications/notification-stop.ts';
import {
  createNotificationTexts,
  type FormatNotificationText,
} from '../../notifications/notification-texts.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { negotiateStudioLocale } from '../studio/studio-locale.ts';

/**
 * Adds the page at which a person of the studio stops the mails about enquiries, without signing in. Opening it
 * changes nothing, since programs that check mails open links; its button, or a mail program by itself (RFC 8058),
 * sends the `POST`. Their rules stay, so that they can turn the mails on again.
 */
export async function addNotificationStopRoute(
  app: FastifyInstance,
  { store, notificationKeys: keys }: HttpDependencies,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body says nothing, whatever its type: the address alone decides.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, (_request, _body, done) =>
      done(null),
    );

    scope.get<StopRoute>(`${stopPath}/:token`, async (request, reply) => {
      const found = await findStopper(request.params.token, { store, keys });
      if (found === undefined) return sendUnknown(reply, negotiateStudioLocale(request));
      const { locale, isPaused } = found.settings;
      if (isPaused) return sendStopped(reply, locale);
      return sendPage(reply, locale, (text) => ({
        title: text('stop.title'),
        text: text('stop.text'),
        button: text('stop.button'),
      }));
    });

    scope.post<StopRoute>(`${stopPath}/:token`, async (request, reply) => {
      const found = await findStopper(request.params.token, { store, keys });
      if (found === undefined) return sendUnknown(reply, negotiateStudioLocale(request));
      const { person, settings } = found;
      await store.setNotificationSettings({ person, settings: { ...settings, isPaused: true } });
      return sendStopped(reply, settings.locale);
    });
  });
}

interface StopRoute {
  readonly Params: { readonly token: string };
}

/** Sends 404: the link is incomplete, or the person has no account any more. */
function sendUnknown(reply: FastifyReply, locale: string): FastifyReply {
  return sendPage(reply.code(404), locale, (text) => ({
    title: text('unknown.title'),
    text: text('unknown.text'),
  }));
}

/** Sends the page which says that the mails are stopped, and how to get them again. */
function sendStopped(reply: FastifyReply, locale: string): FastifyReply {
  return sendPage(reply, locale, (text) => ({ title: text('stopped.title'), text: text('stopped.text') }));
}

/** Sends a page with a title, a text and, if it has one, a button that posts to the same address. */
function sendPage(
  reply: FastifyReply,
  locale: string,
  write: (text: FormatNotificationText) => {
    readonly title: string;
    readonly text: string;
    readonly button?: string;
  },
): FastifyReply {
  const { title, text, button } = write(createNotificationTexts(locale));
  const form =
    button === undefined ? '' : `<form method="post"><button>${escapeHtml(button)}</button></form>\n`;
  return reply
    .header('Content-Security-Policy', pagePolicy)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${textDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${form}</main>
</body>
</html>
`);
}

const style = `:root{color-scheme:light dark;font:100%/1.6 system-ui,sans-serif}
main{max-inline-size:34rem;margin:15vh auto;padding:0 1.25rem}
h1{font-size:1.5rem;line-height:1.25}
button{font:inherit;min-block-size:2.75rem;padding:.5rem 1.25rem;cursor:pointer}`;

const styleHash = createHash('sha256').update(style).digest('base64');
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
