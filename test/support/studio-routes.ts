import Fastify from 'fastify';
import type { Audience } from '../../src/server/http/studio/auth.ts';
import { addStudioRoutes } from '../../src/server/http/studio/studio-routes.ts';
import type { EnquiryRight } from '../../src/studio/protocol-people.ts';

/** A route of the studio, as it declares itself. */
export interface StudioRoute {
  readonly method: string;
  readonly url: string;
  readonly role: Audience | undefined;
  /** What one has to be let do with enquiries. */
  readonly enquiries: EnquiryRight | undefined;
  /** Not for programs. */
  readonly isBySession: boolean;
  /** The members of its body that it reads. */
  readonly members: readonly string[];
}

/** Every route below `/studio`, asked of Fastify; those that answer `HEAD` as `GET` left out. */
export async function studioRouteList(): Promise<readonly StudioRoute[]> {
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

/** What stands for everything that routes take apart when they are declared; no request is made of it. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_target, key) => (key === 'folder' || key === Symbol.toPrimitive ? undefined : anything),
  apply: () => anything,
});
