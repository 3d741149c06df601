/** A brand's color is only ever a line beside text, so that any color is readable. */
const colorOr = (color: string | null): string => (/^#[0-9a-f]{6}$/i.test(color ?? '') ? color! : '#3f6ad8');

const rules = `
*{box-sizing:border-box}
body{font:16px/1.6 system-ui,-apple-system,"Segoe UI",sans-serif;background:var(--ground);color:var(--ink)}
a{color:inherit;text-decoration-color:var(--brand);text-decoration-thickness:2px;text-underline-offset:3px}
:focus-visible{outline:3px solid var(--ring);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--ground);padding:8px;z-index:2}
header{position:sticky;top:0;z-index:1;display:flex;gap:12px 20px;align-items:center;flex-wrap:wrap;padding:10px 20px;
background:var(--ground);border-top:4px solid var(--brand);border-bottom:1px solid var(--line)}
.brand{display:flex;gap:8px;align-items:center;font-weight:650;text-decoration:none}.brand small{color:var(--soft);font-weight:400}
header form{margin-left:auto}
input[type=search]{font:inherit;width:min(260px,60vw);padding:6px 10px;border:1px solid var(--edge);border-radius:8px;
background:var(--ground);color:var(--ink)}
.langs{border:0;margin:0;padding:0;display:flex;gap:12px}.langs legend{float:left;margin-right:12px;color:var(--soft)}
.langs label{display:flex;gap:4px;align-items:center}
.columns{display:grid;grid-template-columns:230px minmax(0,1fr);max-width:1180px;margin:0 auto}
nav{padding:20px;border-right:1px solid var(--line);font-size:15px}
.side{position:sticky;top:76px;max-height:calc(100vh - 90px);overflow:auto}
nav ul{list-style:none;margin:0;padding:0}nav p{margin:16px 0 4px;color:var(--soft);font-size:13px}
nav li a{display:block;padding:3px 10px;text-decoration:none;border-left:3px solid transparent}
nav li a:hover{border-color:var(--line)}nav a[aria-current]{border-color:var(--brand);font-weight:650}
.menu{display:none}
main{padding:24px 32px 80px;min-width:0}
h1{font-size:30px;line-height:1.2;margin:0 0 8px}h2{font-size:20px;margin:36px 0 8px;scroll-margin-top:84px}
section{scroll-margin-top:84px;border-top:1px solid var(--line);margin-top:32px}
section h2{margin-top:24px}section h2 a{text-decoration:none}
.lead{font-size:18px;color:var(--soft);margin:0 0 20px}.fine{color:var(--soft);font-size:14px}
code{font:14px/1.55 ui-monospace,SFMono-Regular,Menlo,monospace}
p code,li code,td code{background:var(--code);padding:1px 5px;border-radius:5px;overflow-wrap:anywhere}
pre{background:var(--code);border:1px solid var(--line);border-radius:10px;padding:14px 16px;overflow:auto;max-height:520px;margin:12px 0}
.table{overflow:auto}table{border-collapse:collapse;width:100%;font-size:15px}
th,td{text-align:left;padding:7px 12px 7px 0;border-bottom:1px solid var(--line);vertical-align:top}
.call{display:flex;gap:8px;align-items:center;flex-wrap:wrap;margin:0}.method{font-weight:650;font-size:13px;border:1px solid var(--edge);
border-radius:6px;padding:0 7px}.old{font-size:13px;border:1px dashed var(--edge);border-radius:6px;padding:0 7px}
.cards{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:12px}
.cards a{display:block;height:100%;padding:14px 16px;border:1px solid var(--line);border-radius:10px;text-decoration:none}
.cards a:hover{border-color:var(--edge)}.cards span{display:block;color:var(--soft);font-size:14px}
.toc{columns:2;font-size:14px;padding-left:18px}.toc li{break-inside:avoid}.found li{margin-bottom:10px}
details>summary{cursor:pointer;padding:4px 0;color:var(--soft)}
.lang-ts:not(.only){display:none}
body:has(#lang-ts:checked) .lang-ts{display:block}
body:has(#lang-ts:checked) .lang-curl:not(.only){display:none}
@media (max-width:800px){.columns{display:block}nav{border:0;padding:12px 20px 0}.side{display:none}.menu{display:block}
main{padding:16px 20px 60px}.toc{columns:1}header{position:static}header form{margin-left:0}section,h2{scroll-margin-top:12px}}
@media print{nav,header form,.langs{display:none}}
`.replaceAll('\n', '');

export const developerStyle = (color: string | null): string =>
  `:root{color-scheme:light dark;--brand:${colorOr(color)};` +
  '--ground:#fff;--ink:#1b2030;--soft:#566074;--line:#e2e5eb;--edge:#8b93a3;--code:#f5f6f9;--ring:#2f6fed}' +
  '@media (prefers-color-scheme:dark){:root{--ground:#14171f;--ink:#e9ebf1;--soft:#a3abbb;--line:#2b303c;--edge:#6d7585;' +
  '--code:#1c202b;--ring:#8ab4ff}}' +
  rules;
