import type { FastifyInstance } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import type { SiteBuild } from '../pages/site-build.ts';
import type { SiteProgram } from '../pages/views.ts';

/** The site from its sources: drawn and served by Vite, which takes up changes as they are saved. */
export interface DevSite {
  readonly build: SiteBuild;
  /** Hooks Vite in before every route. */
  readonly serve: (app: FastifyInstance) => Promise<void>;
  readonly reload: () => void;
  readonly close: () => Promise<void>;
}

/** Serves the sources below a folder, that of `vite.config.ts`. */
export async function createDevSite(root: string): Promise<DevSite> {
  let vite: ViteDevServer | undefined;
  const running = (): ViteDevServer => {
    if (vite === undefined) throw new Error('Cannot draw from sources before the server listens');
    return vite;
  };
  return {
    build: {
      program: async () =>
        withViteClient((await running().ssrLoadModule('/src/site/server.tsx')) as SiteProgram, running()),
      assets: {
        styles: ['/widgets/theme/theme.css', '/src/site/styles/site.css'],
        script: '/src/site/client.tsx',
        preloads: [],
      },
      validatorRuntime: '/src/site/validator-runtime.ts',
    },
    async serve(app) {
      vite = await createServer({
        root,
        appType: 'custom',
        // Otherwise Vite writes a copy of its configuration, at which `node --watch` starts over.
        configLoader: 'native',
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      const { middlewares } = vite;
      app.addHook('onRequest', (request, reply, done) => {
        middlewares(request.raw, reply.raw, (error?: Error) => done(error));
      });
    },
    reload: () => vite?.ws.send({ type: 'full-reload' }),
    close: async () => vite?.close(),
  };
}

/** Vite's own scripts go into every document: they bring changes to the page. */
function withViteClient(program: SiteProgram, vite: ViteDevServer): SiteProgram {
  const draw =
    <View>(drawing: (view: View) => string | Promise<string>) =>
    async (view: View): Promise<string> =>
      vite.transformIndexHtml('/', await drawing(view));
  return {
    drawFormPage: draw(program.drawFormPage),
    drawIndexPage: draw(program.drawIndexPage),
    drawMessagePage: draw(program.drawMessagePage),
    drawPrivacyPage: draw(program.drawPrivacyPage),
  };
}
