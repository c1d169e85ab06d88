import Fastify from 'fastify';
import type { EnquiryRight } from '../../src/api/people.ts';
import type { Audience } from '../../src/server/http/studio/account/auth.ts';
import { addStudioRoutes } from '../../src/server/http/studio/studio-routes.ts';

/** A route of the studio, with its declaration. */
export interface StudioRoute {
  readonly method: string;
  readonly url: string;
  readonly role: Audience | undefined;
  /** The right to enquiries that it requires. */
  readonly enquiries: EnquiryRight | undefined;
  /** True if tokens of programs are refused. */
  readonly isBySession: boolean;
  /** The properties of the body that it reads. */
  readonly members: readonly string[];
}

/** Returns every route below `/studio` from Fastify, without automatic `HEAD` routes. */
export async function listStudioRoutes(): Promise<readonly StudioRoute[]> {
  const app = Fastify({ exposeHeadRoutes: false });
  const routes: StudioRoute[] = [];
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    const { properties } = Object(schema?.body) as { readonly properties?: object };
    for (const one of [method].flat())
      routes.push({
        method: one,
        url,
        role: config?.role,
        enquiries: config?.enquiries,
        isBySession: config?.isBySession ?? false,
        members: Object.keys(properties ?? {}),
      });
  });
  await addStudioRoutes(app, anything as never);
  await app.close();
  return routes;
}

/** Replaces every dependency that routes destructure when they are declared; no request is made. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_target, key) => (key === 'folder' || key === Symbol.toPrimitive ? undefined : anything),
  apply: () => anything,
});
