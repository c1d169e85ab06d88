import type { Plugin } from 'vite';

/**
 * Creates a plugin that lets a failed dynamic import of the client be retried. As long as the page is open,
 * browsers do not request a module again that could not be loaded (HTML, "fetch a single module script"), and
 * the import fails again. So after a failure the next import uses another URL, with a query that file servers
 * ignore. Our sources do not know the URLs of built modules, so the built `import()` is replaced.
 */
export function retryImports(): Plugin {
  return {
    name: 'slipway:retried-imports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const code = chunk.code.replaceAll(/\bimport\(([`"'])(\.\/[^`"']+\.js)\1\)/g, 'importAgain("$2")');
          if (code !== chunk.code) chunk.code = importAgain + code;
        }
      },
    },
  };
}

const importAgain = `const importAgain=(failed=>path=>import(path+(failed[path]?"?again="+failed[path]:"")).catch(error=>{failed[path]=(failed[path]||0)+1;throw error}))({});`;
