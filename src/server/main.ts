import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { schemasFolder } from '#schemas';
import { readConfig, StartError } from './config/config.ts';
import { type RunningServer, startServer } from './start-server.ts';

const usage = `node src/server/main.ts                     serves the built site
node src/server/main.ts --dev               serves it from its sources, taking up changes as they are saved
node src/server/main.ts --schemas FOLDER    with other documents than those in schemas/`;

try {
  const { dev = false, schemas } = readArguments(process.argv.slice(2));
  const { config, warnings } = readConfig(process.env);
  for (const warning of warnings) console.error(warning);
  const server = await startServer({
    config,
    schemasFolder: schemas ?? fileURLToPath(schemasFolder),
    isDev: dev,
    writeLog: (line) => process.stderr.write(`${line}\n`),
    print: (line) => console.log(line),
  });
  printAddresses(server);
  stopOnSignal(server);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  for (const line of error.lines) console.error(line);
  process.exitCode = 1;
}

function readArguments(args: readonly string[]): { readonly dev?: boolean; readonly schemas?: string } {
  try {
    const options = { dev: { type: 'boolean' }, schemas: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new StartError([error instanceof Error ? error.message : String(error), usage], { cause: error });
  }
}

/** One line for each thing that a person can open. */
function printAddresses({ origin }: RunningServer): void {
  console.log(`Pages of the demonstration  ${origin}/`);
  console.log(`GraphQL                     ${origin}/graphql`);
  console.log(`Health                      ${origin}/healthz`);
}

/** The first signal lets everything end that is under way; a second one does not wait. */
function stopOnSignal({ stop }: RunningServer): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
