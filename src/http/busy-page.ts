/** The answer to a refused page request: static, so that it costs nothing under overload. */
export function busyPage(): Response {
  return new Response(PAGE, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' },
  });
}

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>The shop is busy</title></head>
<body>
<main>
<h1>The shop is busy</h1>
<p>Many people are here at this moment. Wait a few seconds, then <a href="">try again</a>.</p>
</main>
</body>
</html>
`;
