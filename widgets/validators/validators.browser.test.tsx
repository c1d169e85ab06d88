import { describe, expect, it } from 'vitest';
import { foreignSchemas } from '../testing/foreign-schemas.ts';
import { createTestForm } from '../testing/forms.ts';
import { precompile } from './precompile.ts';
import { toSchemaCheck } from './validator-module.ts';

const runtimeUrl = new URL('../../engine/json-schema/runtime.ts', import.meta.url).href;

/** Runs a script in a page whose policy knows neither inline scripts without a nonce nor `eval`; gives what it posts. */
function underStrictPolicy(script: string): Promise<unknown> {
  const policy = `script-src 'nonce-test' blob: ${location.origin}; require-trusted-types-for 'script'`;
  const frame = document.createElement('iframe');
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}"><script type="module" nonce="test">${script}</script>`;
  return new Promise((done) => {
    const take = ({ data, source }: MessageEvent) => {
      if (source !== frame.contentWindow) return;
      window.removeEventListener('message', take);
      frame.remove();
      done(data);
    };
    window.addEventListener('message', take);
    document.body.append(frame);
  });
}

describe('the module of a form', () => {
  it('judges in a page under a strict policy as it does elsewhere', async () => {
    for (const [name, schema] of Object.entries(foreignSchemas)) {
      const type = createTestForm(schema).types[0];
      if (type === undefined) throw new Error(`no type for ${name}`);
      const precompiled = precompile(type);
      const values = { [type.fields[0]?.name ?? '']: { kind: 'sail', paid: 'yes', day: 'x', first: 1 } };
      const source = new Blob([precompiled.moduleSource(runtimeUrl)], { type: 'text/javascript' });
      const url = URL.createObjectURL(source);
      const found = await underStrictPolicy(`
        const { validators } = await import(${JSON.stringify(url)});
        validators.root(${JSON.stringify(values)});
        parent.postMessage(JSON.stringify(validators.root.errors ?? []), '*');
      `);
      expect(JSON.parse(String(found)), name).toEqual(toSchemaCheck(precompiled.evaluate())(values));
      URL.revokeObjectURL(url);
    }
  });

  it('is judged under a policy that would stop eval', async () => {
    const found = await underStrictPolicy(`
      try { new Function('return 1')(); parent.postMessage('evaluated', '*'); }
      catch (error) { parent.postMessage(error.name, '*'); }
    `);
    expect(found).toBe('EvalError');
  });
});
