import { readFileSync } from 'node:fs';

// Uploads photos concurrently from a separate process. Prints the megabytes (10^6 bytes) a second.
const [url = '', kind = '', file = '', count = '0', atATime = '1'] = process.argv.slice(2);
const photo = new Uint8Array(readFileSync(file));
let left = Number(count);

const started = performance.now();
await Promise.all(Array.from({ length: Number(atATime) }, uploadRemaining));
const seconds = (performance.now() - started) / 1000;
console.log((photo.length * Number(count)) / 1e6 / seconds);

async function uploadRemaining(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const target = kind === 'slipway' ? await requestTarget() : { method: 'PUT', url };
    const headers = { 'Content-Type': 'image/jpeg' };
    const answer = await fetch(target.url, { method: target.method, headers, body: photo });
    if (answer.status !== 200) throw new Error(`A photo was answered with ${answer.status}`);
  }
}

async function requestTarget(): Promise<{ readonly method: string; readonly url: string }> {
  const answer = await fetch(new URL('/api/contact-upload', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ filename: 'stern.jpg', contentType: 'image/jpeg' }),
  });
  return answer.json();
}
