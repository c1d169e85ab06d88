import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AssetsView, SiteProgram } from '../../site/views.ts';
import { chunksOf, entryOf, type ManifestEntry, readManifest } from './manifest.ts';

/** The site as it was built: the program that draws its pages, and the addresses of what they load. */
export interface SiteBuild {
  readonly program: () => Promise<SiteProgram>;
  /** For a page with a form. */
  readonly assets: AssetsView;
  /** For a form on a page of another origin. */
  readonly embed: AssetsView;
  /** What a form's page in a frame runs besides. */
  readonly framed: string;
  /** The looks of the page that leads to all others, besides those of every page. */
  readonly indexStyle: string;
  /** The looks of a site's theme besides those of every page, by its name. */
  readonly themes: Readonly<Record<string, string>>;
  /** What precompiled validators import. */
  readonly validatorRuntime: string;
  /** What draws nested fields. */
  readonly nestedFields: LatePart;
  /** What draws text and pictures among the fields. */
  readonly blocks: LatePart;
  /** What puts answers into texts. */
  readonly piping: LatePart;
  /** What draws a dialog. */
  readonly modal: LatePart;
  /** What saves answers. */
  readonly resume: LatePart;
  /** What draws social links. */
  readonly socialLinks: LatePart;
  /** What draws a form in steps. */
  readonly steps: LatePart;
  /** Widgets that few forms have. */
  readonly lateWidgets: LatePart;
  /** The folder of what browsers load; absent where something else serves it. */
  readonly folder?: string;
}

/** What is loaded where a form needs it, with its looks. */
type LatePart = Pick<AssetsView, 'styles' | 'preloads'>;

/** The entries that `vite.config.ts` builds. */
const clientEntry = 'src/site/client.tsx';
/** What draws a form on a page of another origin, and its looks. */
const embedEntry = 'src/site/embed/mount.tsx';
const embedStyleEntry = 'src/package/react/theme.css';
const framedEntry = 'src/site/embed/framed.ts';
const indexEntry = 'src/site/styles/index.css';
const themeEntry = /^src\/site\/styles\/themes\/(.+)\.css$/;
const runtimeEntry = 'src/site/validator-runtime.ts';
const lateStylesEntry = 'src/site/late-styles.ts';
/** What `widgets/nested/load-nested-fields.ts` imports when it is needed. */
const nestedFieldsEntry = 'widgets/nested/nested-fields.ts';
/** What `widgets/blocks/load-blocks.ts` imports when it is needed. */
const blocksEntry = 'widgets/blocks/blocks-layout.tsx';
/** What `src/contact/piping/load-piping.ts` imports when it is needed. */
const pipingEntry = 'engine/piping.ts';
/** What `src/contact/section/load-social-links.ts` imports when it is needed. */
const socialLinksEntry = 'src/contact/section/social-links.tsx';
/** What `src/contact/load-modal.tsx` imports when it is needed. */
const modalEntry = 'src/contact/contact-form-modal.tsx';
/** What `src/contact/resume/load-resume.ts` imports when it is needed. */
const resumeEntry = 'src/contact/resume/resume-panel.tsx';
/** What `widgets/late/load-late-widgets.ts` imports when it is needed. */
const lateWidgetsEntry = 'widgets/late/late-widgets.ts';

/** What `src/contact/steps/load-steps.ts` imports when it is needed. */
const stepsEntry = 'src/contact/steps/stepped-form.tsx';

/**
 * Reads what `npm run build` has made below a folder (`dist`).
 * @throws an `Error` whose message is fit to be printed, where it is missing.
 */
export async function readSiteBuild(folder: string): Promise<SiteBuild> {
  const manifest = await readManifest(join(folder, 'client/.vite/manifest.json'));
  const client = entryOf(manifest, clientEntry);
  const embed = entryOf(manifest, embedEntry);
  const address = (file: string) => `/${file}`;
  const chunks = chunksOf(manifest, client);
  const partOf = (entry: string): LatePart => ({
    styles: (entryOf(manifest, entry).css ?? []).map(address),
    preloads: filesOf(entryOf(manifest, entry)),
  });
  const program = import(pathToFileURL(join(folder, 'site/server.js')).href) as Promise<SiteProgram>;
  await program;
  /** The files of a part that is loaded later, but for those of the page itself. */
  const filesOf = (entry: ManifestEntry) =>
    [entry, ...chunksOf(manifest, entry)]
      .filter((chunk) => chunk !== client && !chunks.includes(chunk))
      .map(({ file }) => address(file));
  return {
    program: () => program,
    assets: {
      styles: [client, ...chunks].flatMap(({ css = [] }) => css).map(address),
      script: address(client.file),
      lateStyles: address(entryOf(manifest, lateStylesEntry).file),
      preloads: chunks.map(({ file }) => address(file)),
    },
    embed: {
      styles: [address(entryOf(manifest, embedStyleEntry).file)],
      script: address(embed.file),
      preloads: chunksOf(manifest, embed).map(({ file }) => address(file)),
    },
    framed: address(entryOf(manifest, framedEntry).file),
    indexStyle: address(entryOf(manifest, indexEntry).file),
    themes: Object.fromEntries(
      Object.entries(manifest).flatMap(([entry, { file }]) => {
        const name = themeEntry.exec(entry)?.[1];
        return name === undefined ? [] : [[name, address(file)]];
      }),
    ),
    validatorRuntime: address(entryOf(manifest, runtimeEntry).file),
    nestedFields: partOf(nestedFieldsEntry),
    blocks: partOf(blocksEntry),
    piping: partOf(pipingEntry),
    modal: partOf(modalEntry),
    resume: partOf(resumeEntry),
    socialLinks: partOf(socialLinksEntry),
    steps: partOf(stepsEntry),
    lateWidgets: partOf(lateWidgetsEntry),
    folder: join(folder, 'client'),
  };
}
