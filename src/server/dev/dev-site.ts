import type { FastifyInstance } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import type { SiteProgram } from '../../site/views.ts';
import { watchFolder } from '../files/watch-folder.ts';
import type { SiteBuild } from '../pages/site-build.ts';
import { checkForms, type FormFinding, findingLine } from './check-forms.ts';
import { withFindings } from './findings-panel.ts';

/** The site from its sources: drawn and served by Vite, which takes up changes as they are saved. */
export interface DevSite {
  readonly build: SiteBuild;
  /** Hooks Vite in before every route. */
  readonly serve: (app: FastifyInstance) => Promise<void>;
  readonly reload: () => void;
  readonly close: () => Promise<void>;
}

/** What it is served from. */
export interface DevSiteOptions {
  /** The folder of `vite.config.ts`. */
  readonly root: string;
  readonly schemasFolder: string;
  /** Takes what a person is to read, one line each. */
  readonly print: (line: string) => void;
}

/** Editors save in several steps; the documents themselves are taken up first. */
const quietMs = 150;

/** Serves the sources, and checks the forms at the start and whenever a document is saved: findings stand on every page. */
export async function createDevSite({ root, schemasFolder, print }: DevSiteOptions): Promise<DevSite> {
  let vite: ViteDevServer | undefined;
  let findings: readonly FormFinding[] = [];
  let isClosed = false;

  async function check(): Promise<void> {
    const found = await checkForms(schemasFolder);
    if (isClosed) return;
    const isNews = JSON.stringify(found) !== JSON.stringify(findings);
    findings = found;
    if (!isNews) return;
    for (const finding of found) print(findingLine(finding));
    if (found.length === 0) print('The forms are right again: slipway check finds nothing to mend.');
    vite?.ws.send({ type: 'full-reload' });
  }

  const unchecked = (error: Error) => {
    if (!isClosed) print(`Cannot check the forms: ${error.message}`);
  };
  void check().catch(unchecked);
  const stopWatching = watchFolder({ folder: schemasFolder, quietMs, onChange: check, onFailure: unchecked });
  const running = (): ViteDevServer => {
    if (vite === undefined) throw new Error('Cannot draw from sources before the server listens');
    return vite;
  };
  return {
    build: {
      program: async () =>
        withViteClient(
          (await running().ssrLoadModule('/src/site/server.tsx')) as SiteProgram,
          running(),
          () => findings,
        ),
      assets: {
        styles: ['/widgets/theme/theme.css', '/src/site/styles/site.css'],
        script: '/src/site/client.tsx',
        preloads: [],
      },
      validatorRuntime: '/src/site/validator-runtime.ts',
      nestedFields: [],
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
    async close() {
      isClosed = true;
      stopWatching();
      await vite?.close();
    },
  };
}

/** Vite's own scripts go into every document: they bring changes to the page. So do the findings of the forms. */
function withViteClient(
  program: SiteProgram,
  vite: ViteDevServer,
  findings: () => readonly FormFinding[],
): SiteProgram {
  const draw =
    <View>(drawing: (view: View) => string | Promise<string>) =>
    async (view: View): Promise<string> =>
      withFindings(await vite.transformIndexHtml('/', await drawing(view)), findings());
  return {
    drawFormPage: draw(program.drawFormPage),
    drawIndexPage: draw(program.drawIndexPage),
    drawMessagePage: draw(program.drawMessagePage),
    drawPrivacyPage: draw(program.drawPrivacyPage),
  };
}
