import { createHash } from 'node:crypto';
import { escaped } from '../kernel/brand-page.ts';

const css = `
*{box-sizing:border-box}
body{margin:0;font:16px/1.55 Georgia,"Times New Roman",serif;color:#2b2622;background:#faf7f2}
header,main,footer{max-width:1080px;margin:0 auto;padding:0 24px}
header{display:flex;flex-wrap:wrap;gap:8px 28px;align-items:center;padding-top:22px;padding-bottom:22px}
header b{flex:1;font-size:21px;letter-spacing:.01em}
header span{font:15px system-ui,sans-serif;color:#6b6259}
.note{padding:9px 24px;font:14px/1.45 system-ui,sans-serif;text-align:center;color:#fff;background:#3b3a36}
.hero{display:grid;gap:16px;padding:64px 40px;margin-bottom:44px;background:#e8ddcc;border-radius:4px}
h1{margin:0;font-size:clamp(32px,6vw,56px);line-height:1.05;letter-spacing:-.02em;font-weight:500;text-wrap:balance}
.hero p{max-width:34em;margin:0;font-size:18px}
h2{font-size:25px;font-weight:500;margin:0 0 18px}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:28px 22px;margin:0 0 64px;padding:0;
list-style:none}
li i{display:block;height:230px;margin-bottom:12px;border-radius:4px;background:linear-gradient(160deg,#d9c7ad,#b99f7e)}
li:nth-child(2n) i{background:linear-gradient(160deg,#c6cdbf,#8f9d86)}
li:nth-child(3n) i{background:linear-gradient(160deg,#d8b9ae,#b5836f)}
li span{display:flex;justify-content:space-between;font:15px system-ui,sans-serif}
label{display:block;margin-bottom:44px;font:15px system-ui,sans-serif}
input{display:block;width:min(100%,340px);min-height:44px;margin-top:6px;padding:8px 12px;font:inherit;
border:1px solid #a99e90;border-radius:4px}
footer{padding-top:26px;padding-bottom:40px;font:14px system-ui,sans-serif;color:#6b6259;border-top:1px solid #ddd2c2}
`;
const things = [
  ['Olive wood board', '48'],
  ['Two linen napkins', '26'],
  ['The tall pepper mill', '39'],
  ['Stoneware bowl', '22'],
  ['Apron, undyed', '34'],
  ['A year of recipes', '18'],
] as const;

/** A page such as popups stand on, with the script as a site's owner would paste it. */
export function sampleSite(campaignId: string, company: string, draft: boolean) {
  const name = escaped(company);
  const goods = things.map(([what, price]) => `<li><i></i><span><b>${what}</b>$${price}</span></li>`).join('');
  const note = draft ? 'Your draft: nothing that you enter is sent.' : 'What you enter is a real entry.';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>A sample site · ${name}</title><link rel="icon" href="data:,"><style>${css}</style>
<script async src="/widget.js" data-popup="${escaped(campaignId)}"></script></head><body>
<p class="note" role="note">A sample site, to try the popup of ${name} on. ${note}</p>
<header><b>Hearth &amp; Table</b><span>Kitchen</span><span>Table</span><span>Journal</span></header>
<main><section class="hero"><h1>Things for a long lunch</h1>
<p>Scroll, wait, or move the pointer out at the top: the popup comes as you have set it.</p></section>
<h2>New this week</h2><ul>${goods}</ul>
<label>Search the shop<input type="search" placeholder="It doesn’t interrupt people who type"></label>
<h2>Still here</h2><ul>${goods}</ul></main>
<footer>Nothing here is for sale.</footer></body></html>`;
  const hash = createHash('sha256').update(css).digest('base64');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  return { html, policy };
}
