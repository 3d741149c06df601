/** A small drawing of ours within the style sheet. */
const drawing = (shape: string): string =>
  `url("data:image/svg+xml,${`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>${shape}</svg>`
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E')
    .replaceAll('#', '%23')}")`;

/**
 * How pages look, whatever a business has set: its values come in as custom properties (`pageStyles`). Widths are asked
 * of the page itself and not of the window, so that a preview behaves like the device that it stands for.
 */
export const base = `
.pv,.pv *,.pv *::before,.pv *::after{box-sizing:border-box}
.pv{container-type:inline-size;position:relative;min-height:100%;font-family:var(--styling-font-family);font-size:17px;
line-height:1.5;color:var(--ink);background-color:var(--styling-background-color);-webkit-text-size-adjust:100%;
-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility;overflow-wrap:anywhere;
background-image:radial-gradient(90rem 40rem at 50% -14rem,color-mix(in srgb,var(--accent) 12%,transparent),transparent 70%)}
.pv :where(h1,h2,p,ul,ol,dl,dd,fieldset,legend){margin:0;padding:0;border:0}
.pv img,.pv video{display:block;max-width:100%}
.pv a{color:inherit}
.pv a:focus-visible,.pv button:focus-visible,.pv input:focus-visible,.pv select:focus-visible{outline:3px solid
var(--ring);outline-offset:2px}
.pv-left{text-align:left}.pv-center{text-align:center}.pv-right{text-align:right}
.pv-stage{position:relative;display:flex;justify-content:center;min-height:100vh;min-height:100svh}
.pv-column{position:relative;display:flex;flex-direction:column;justify-content:center;width:100%;
max-width:calc(var(--styling-max-width) + 32px);padding:16px}
.pv-sheet{position:relative;width:100%;padding:28px 22px 22px;background:var(--main-background-color,var(--sheet));
border-radius:calc(var(--styling-roudness) * 2);
box-shadow:0 0 0 1px var(--hair),0 1px 2px #1018280d,0 28px 56px -20px #1018283d}
.pv-backdrop{position:absolute;inset:0;overflow:clip;background:var(--styling-background-color)}
.pv-backdrop-inner{position:sticky;top:0;height:100vh;height:100svh;max-height:100%}
.pv-backdrop img,.pv-backdrop video{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
.pv-pictured .pv-backdrop-inner::after{content:"";position:absolute;inset:0;
background:linear-gradient(180deg,#0b0f1a1f,#0b0f1a4d)}

.pv-pictured .pv-column{pointer-events:none}.pv-pictured .pv-column>*{pointer-events:auto}
.pv-play{position:absolute;z-index:1;left:24px;bottom:24px;display:inline-flex;gap:8px;align-items:center;min-height:48px;
padding:0 20px 0 14px;font-size:15.5px;font-weight:620;text-decoration:none;color:#fff!important;background:#0b0f1acc;
border-radius:99px;box-shadow:0 0 0 1px #ffffff33}
.pv-play:hover{background:#0b0f1a}
.pv-play svg{fill:currentColor}

.pv-logo{display:flex;margin:0 0 6px;padding:0 0 var(--logo-padding);justify-content:var(--logo-align);
background:var(--logo-background-color)}
.pv-logo-inner{display:inline-flex;min-height:44px;align-items:center;text-decoration:none;border-radius:8px}
.pv-logo img{width:auto;max-width:min(100%,var(--logo-max-width));height:auto;max-height:120px;object-fit:contain}
.pv-name{font-size:15px;font-weight:650;letter-spacing:.01em;color:var(--main-heading-color,var(--ink))}

.pv-main,.pv-thanks-words{text-align:var(--main-align)}
.pv-main{padding:0 0 var(--main-padding)}
.pv-heading{font-size:clamp(calc(var(--main-font-size) * .72),calc(var(--main-font-size) * .42 + 3.6cqi),
var(--main-font-size));font-weight:var(--main-font-weight);font-style:var(--main-font-style);line-height:1.12;
letter-spacing:-.022em;color:var(--main-heading-color);text-wrap:balance}
.pv-more{margin-top:10px;color:var(--main-color)}
.pv-description{padding-top:calc(var(--main-description-padding) + 4px);font-size:var(--main-description-font-size);
color:var(--main-description-color);text-wrap:pretty}
.pv-description>*+*,.pv-more>*+*,.pv-legal>*+*,.pv-thanks-words>*+*{margin-top:.7em}
.pv :where(.pv-description,.pv-more,.pv-thanks-words) :where(ul,ol){padding-left:1.3em;text-align:left}
.pv-question{margin-bottom:18px;text-align:var(--main-align)}
.pv-question h2{font-size:21px;line-height:1.25;letter-spacing:-.012em;color:var(--main-heading-color)}
.pv-question p{margin-top:6px;color:var(--main-description-color)}

.pv-fields{display:grid;gap:16px}
.pv-field{display:grid;gap:7px;align-content:start;text-align:left}
.pv-field>label,.pv-field>.pv-label{font-size:15px;font-weight:600;line-height:1.3;color:var(--inputs-label-color,
var(--ink))}
.pv-optional{font-weight:400;opacity:.78}
.pv-field input:not([type=checkbox]),.pv-field select{width:100%;min-height:50px;margin:0;
padding:var(--inputs-padding,12px) max(14px,var(--inputs-padding,12px));font:inherit;
font-size:max(16px,var(--inputs-font-size,17px));line-height:1.3;color:var(--inputs-color,var(--ink));
color-scheme:var(--field-scheme);background:var(--inputs-background-color,var(--sheet));
border:1.5px solid var(--inputs-border-color,var(--hair));border-radius:var(--inputs-roudness,8px);
transition:border-color .15s,box-shadow .15s;appearance:none}
.pv-field select{padding-right:44px;background-image:linear-gradient(45deg,transparent 50%,currentColor 50%),
linear-gradient(-45deg,transparent 50%,currentColor 50%);background-position:right 21px center,right 15px center;
background-size:6px 6px;background-repeat:no-repeat}
.pv-field input::placeholder{color:var(--placeholder);opacity:1}
.pv-field input:not([type=checkbox]):focus,.pv-field select:focus{outline:none;border-color:var(--ring);
box-shadow:0 0 0 3.5px color-mix(in srgb,var(--ring) 28%,transparent)}
.pv-field [aria-invalid=true]:not([type=checkbox]){border-color:var(--wrong);
box-shadow:0 0 0 3.5px color-mix(in srgb,var(--wrong) 16%,transparent)}
.pv-help{font-size:13.5px;line-height:1.35;color:var(--soft)}
.pv-error{display:flex;gap:7px;font-size:14.5px;font-weight:550;line-height:1.35;color:var(--wrong)}
.pv-error::before{content:"";flex:none;width:16px;height:16px;margin-top:2px;background:currentColor;
mask:${drawing("<path d='M8 0a8 8 0 100 16A8 8 0 008 0zm-1 4h2v5H7zm0 6.2h2v2H7z'/>")} center/contain no-repeat}
.pv-errors>p{margin-bottom:16px;padding:12px 14px;font-size:15px;font-weight:550;color:var(--wrong);
background:color-mix(in srgb,var(--wrong) 8%,transparent);border-radius:10px}
.pv-trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}

.pv-action{margin-top:22px}
.pv-disclaimer{margin-bottom:18px;font-size:max(12px,var(--actionbutton-disclaimer-font-size));line-height:1.45;
color:var(--actionbutton-disclaimer-color);text-align:left}
.pv-check{display:grid;grid-template-columns:24px 1fr;gap:12px;align-items:start;min-height:44px;padding:4px 0;
font-weight:400;cursor:pointer}
.pv-check span{padding-top:2px}
.pv-check input{appearance:none;flex:none;width:24px;height:24px;margin:0;cursor:pointer;
background:var(--inputs-background-color,var(--sheet)) center/16px no-repeat;
border:1.5px solid var(--inputs-border-color,var(--soft));border-radius:7px;transition:background-color .12s}
.pv-check input:checked,
.pv-notice .pv-option input[type=checkbox]:checked{border-width:2px;background-color:var(--ring);border-color:var(--ring);
background-image:${drawing(
  "<path d='M3 8.5l3.3 3.3L13 4.8' fill='none' stroke='#fff' stroke-width='2.4' stroke-linecap='round' " +
    "stroke-linejoin='round'/>",
)}}
.pv-check input[aria-invalid=true]{border-color:var(--wrong)}
.pv-disclaimer+.pv-error{margin-top:-8px;margin-bottom:14px}

.pv-button{--b:var(--actionbutton-background-color,var(--accent));--c:var(--actionbutton-color,#fff);
--s:var(--actionbutton-font-size,20px);--p:var(--actionbutton-padding,10px);--r:var(--actionbutton-roudness,8px);
display:flex;justify-content:center;align-items:center;width:100%;min-height:52px;margin:0;
padding:var(--p) max(20px,var(--p));font:inherit;font-size:clamp(min(17px,var(--s)),calc(var(--s) * .45 + 2.2cqi),var(--s));
font-weight:650;line-height:1.25;letter-spacing:-.012em;text-align:center;text-decoration:none;color:var(--c)!important;
background:var(--b);border:0;border-radius:var(--r);cursor:pointer;
box-shadow:inset 0 1px 0 #ffffff2e,0 1px 2px #10182829,0 10px 22px -10px color-mix(in srgb,var(--b) 70%,transparent);
transition:transform .12s,filter .12s,box-shadow .12s;-webkit-tap-highlight-color:transparent}
.pv-button:hover{filter:brightness(1.06)}
.pv-button:active{transform:translateY(1px) scale(.995)}
.pv-button[aria-busy=true]{cursor:progress;filter:saturate(.7)}
.pv-button[aria-busy=true]::after{content:"";width:.9em;height:.9em;margin-left:.6em;border:2px solid currentColor;
border-right-color:transparent;border-radius:50%;animation:pv-turn .7s linear infinite}
.pv-small{width:auto;min-height:50px;font-size:16px}
.pv-needs-script{display:none}.js .pv-needs-script{display:flex}
@keyframes pv-turn{to{transform:rotate(1turn)}}

.pv-legal{margin-top:26px;padding-top:16px;border-top:1px solid var(--hair);font-size:var(--legalfooter-font-size);
line-height:1.45;color:var(--legalfooter-color);text-align:var(--legalfooter-align)}
.pv-links{display:flex;flex-wrap:wrap;gap:0 18px;justify-content:var(--legalfooter-align)}
.pv-links a{display:inline-flex;min-height:44px;align-items:center;color:var(--legalfooter-link-color);
text-underline-offset:3px;text-decoration-thickness:1px}
.pv-script{display:block;width:100%;height:0;margin-top:16px;border:0;border-radius:12px;color-scheme:normal}

.pv-choices legend{width:100%;margin-bottom:14px;font-size:22px;font-weight:680;line-height:1.22;letter-spacing:-.014em;
text-align:var(--main-align);color:var(--main-heading-color);text-wrap:balance}
.pv-choices-more,.pv-choices>.pv-help{margin:-6px 0 14px;text-align:var(--main-align)}
.pv-choices>.pv-error{margin-bottom:12px}
.pv-options{display:grid;gap:12px}
.pv-option{position:relative;display:flex;flex-direction:column;overflow:clip;cursor:pointer;text-align:left;
font-size:var(--votes-options-font-size);font-weight:var(--votes-options-font-weight);line-height:1.3;
color:var(--votes-options-color);background:var(--votes-options-background-color);
border-radius:calc(var(--votes-options-roudness) + 4px);box-shadow:inset 0 0 0 1.5px var(--votes-options-border-color);
transition:box-shadow .15s,transform .15s}
.pv-option:hover{box-shadow:inset 0 0 0 1.5px var(--votes-options-selected-color)}
.pv-option::after{content:"";position:absolute;inset:0;border-radius:inherit;pointer-events:none;
box-shadow:inset 0 0 0 0 var(--votes-options-selected-color);transition:box-shadow .15s}
.pv-option:has(input:checked)::after{box-shadow:inset 0 0 0 3px var(--votes-options-selected-color)}
.pv-option:has(input:focus-visible){outline:3px solid var(--ring);outline-offset:3px}
.pv-option-picture{width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;background:var(--quiet)}
.pv-option-label{display:flex;gap:12px;align-items:center;min-height:52px;
padding:var(--votes-options-padding) max(16px,var(--votes-options-padding))}
.pv-option input{appearance:none;flex:none;width:22px;height:22px;margin:0;border:2px solid
color-mix(in srgb,var(--votes-options-color) 55%,transparent);border-radius:50%;outline:none!important;transition:.15s}
.pv-option input[type=checkbox]{border-radius:6px}
.pv-option input:checked{border:7px solid var(--votes-options-selected-color)}
.pv-vote-button{--b:var(--votes-actionbutton-background-color);--c:var(--votes-actionbutton-color);
--s:var(--votes-actionbutton-font-size);--p:var(--votes-actionbutton-padding);--r:var(--votes-actionbutton-roudness)}
.pv-vote-button,.pv-later{margin-top:22px}
.js .pv-form[data-at=choose] .pv-later,.js .pv-form[data-at=who] [data-next]{display:none}
.js .pv-form[data-at=who] .pv-option:not(:has(input:checked)){display:none}
.pv-later{animation:pv-in .25s ease-out}
@keyframes pv-in{from{opacity:0;transform:translateY(8px)}}

.pv-result,.pv-share{margin-top:26px}
.pv-result{padding:22px;text-align:left;color:var(--votes-result-text-color);
background:var(--votes-result-background-color);border-radius:14px;box-shadow:inset 0 0 0 1px var(--hair)}
.pv-result h2{font-size:clamp(19px,3.4cqi + 8px,var(--votes-result-title-font-size));line-height:1.2;
letter-spacing:-.016em;color:var(--votes-result-title-color)}
.pv-result ol{display:grid;gap:18px;margin-top:18px;list-style:none}
.pv-bar-words{display:flex;flex-wrap:wrap;gap:2px 14px;align-items:baseline;justify-content:space-between;
font-size:var(--votes-result-font-size)}
.pv-bar-name{text-align:var(--votes-result-answer-vote-align);flex:1 1 auto;font-weight:600}
.pv-bar-figure{font-variant-numeric:tabular-nums;color:inherit}
.pv-bar-figure span{font-size:.86em;opacity:.8}
.pv-yours{display:inline-block;margin-left:8px;padding:1px 9px;font-size:12.5px;font-style:normal;font-weight:650;
color:var(--votes-result-title-color);background:var(--quiet);border-radius:99px}
.pv-bar{display:block;width:100%;height:12px;margin-top:8px;border-radius:99px;
background:var(--votes-result-bar-background-color,var(--quiet))}
.pv-bar rect{fill:var(--votes-result-bar-color,var(--accent));transform-origin:left;transition:width .5s;
animation:pv-grow .7s cubic-bezier(.2,.8,.2,1)}
@keyframes pv-grow{from{transform:scaleX(0)}}
.pv-over:empty{display:none}.pv-over{margin:8px 0 0;text-align:inherit}
.pv-total{margin-top:16px;font-size:14.5px;opacity:.85}
.pv-share{text-align:var(--votes-share-align)}
.pv-share h2{font-size:var(--votes-share-title-font-size);line-height:1.25;color:var(--votes-share-title-color)}
.pv-share p{display:flex;flex-wrap:wrap;gap:10px;justify-content:var(--votes-share-align);margin-top:12px}
.pv-share a{display:inline-flex;gap:8px;align-items:center;min-height:44px;padding:0 18px 0 14px;font-size:15.5px;
font-weight:600;text-decoration:none;color:var(--ink);background:var(--quiet);border-radius:99px;
box-shadow:inset 0 0 0 1px var(--hair)}
.pv-share a:hover{background:var(--hair)}
.pv-share svg{fill:currentColor}

.pv-thanked{text-align:center;padding:var(--thanks-padding) 0}
.pv-thanks .pv-sheet{background:var(--thanks-background-color)}
.pv-thanks-words{font-size:clamp(19px,2.4cqi + 12px,var(--thanks-font-size));font-weight:620;line-height:1.3;
letter-spacing:-.012em;text-align:center;color:var(--thanks-color);text-wrap:balance}
.pv-said{font:inherit;letter-spacing:inherit}
.pv-tick{display:block;margin:0 auto 22px;fill:none;stroke:var(--good);stroke-width:3;stroke-linecap:round;
stroke-linejoin:round}
.pv-tick circle{fill:color-mix(in srgb,var(--good) 12%,transparent);stroke-opacity:.35;stroke-width:1.5}
.pv-tick path{stroke-dasharray:40;animation:pv-draw .5s .1s ease-out backwards}
@keyframes pv-draw{from{stroke-dashoffset:40}}
.pv-thanked .pv-button{margin-top:26px}
.pv-note{margin:14px auto 0;max-width:34em;color:var(--soft);text-align:center}
.pv-back{display:inline-flex;min-height:44px;align-items:center;margin-top:16px;font-size:15.5px;color:var(--soft)!important;
text-underline-offset:3px}

.pv-member .pv-heading,.pv-member .pv-description{text-align:center}
.pv-member .pv-heading{color:var(--loops-main-title-color)}
.pv-figures{display:grid;grid-template-columns:1fr 1fr;gap:1px;margin:26px 0;overflow:clip;background:var(--hair);
border-radius:14px;box-shadow:0 0 0 1px var(--hair)}
.pv-figures div{display:flex;flex-direction:column-reverse;justify-content:flex-end;gap:2px;padding:16px 12px;
text-align:center;background:var(--loops-main-background-color)}
.pv-figures dt{font-size:13.5px;line-height:1.3;color:var(--loops-main-label-color)}
.pv-figures dd{font-size:28px;font-weight:700;line-height:1.15;letter-spacing:-.02em;font-variant-numeric:tabular-nums;
color:var(--loops-main-color)}
.pv-copy{display:flex;gap:10px}.pv-copy input{flex:1;min-width:0;text-overflow:ellipsis}
.pv-ways,.pv-rewards{margin-top:34px;text-align:left}
.pv-ways h2,.pv-rewards h2{margin-bottom:6px;font-size:21px;letter-spacing:-.014em;line-height:1.25;
color:var(--loops-points-title-color)}
.pv-ways>p{color:var(--loops-points-color)}
.pv-ways ul,.pv-rewards ul{display:grid;gap:10px;margin-top:14px;list-style:none}
.pv-ways li{display:flex;gap:12px;align-items:center;justify-content:space-between;min-height:52px;padding:10px 16px;
background:var(--quiet);border-radius:12px}
.pv-ways li>span{flex:1;min-width:0;overflow-wrap:anywhere}
.pv-ways .pv-button,.pv-rewards .pv-button{min-height:44px;padding:0 18px;font-size:15.5px;white-space:nowrap}
.js .pv-without-script{display:none}
.pv-joined{margin-bottom:22px;padding:16px 18px;font-size:clamp(16px,1.6cqi + 10px,var(--thanks-font-size));font-weight:600;
line-height:1.35;text-align:center;color:var(--thanks-color);background:var(--quiet);border-radius:14px}
.pv-own-coupon{margin-top:14px}.pv-link [data-share]{margin-top:10px}.pv-link [hidden]{display:none}
.pv-rewards li>a,.pv-rewards li>form{grid-column:2/-1;justify-self:start}
.pv-behind{text-align:center}.pv-reward-about{display:block;font-size:14.5px;line-height:1.35}
.pv-ways b{font-variant-numeric:tabular-nums;color:var(--accent-text)}
.pv-rewards li{display:grid;grid-template-columns:auto 1fr auto;gap:14px;align-items:center;min-height:72px;
padding:14px 16px;color:var(--loops-rewards-item-color);background:var(--loops-rewards-item-background-color);
border-radius:14px}
.pv-rewards strong{display:block;line-height:1.3}
.pv-rewards .pv-bar{height:7px;background:var(--hair)}.pv-rewards .pv-bar rect{fill:var(--loops-rewards-icon-color)}
.pv-reward-icon{fill:var(--loops-rewards-icon-color);opacity:.45}.pv-unlocked .pv-reward-icon{opacity:1}
.pv-reward-state{font-size:14.5px;opacity:.85}
.pv-reward-points{font-size:14px;font-variant-numeric:tabular-nums;opacity:.8;white-space:nowrap}

.pv-coupon{--main-heading-color:var(--headline-color);--main-background-color:var(--styling-card-color);
--main-align:center;--logo-align:center}
.pv-coupon .pv-sheet{overflow:clip;padding:0 0 22px;border-radius:calc(var(--styling-roudness) * 2)}
.pv-coupon .pv-logo{padding:24px 22px 0}
.pv-hero img{width:100%;height:var(--heroimage-height);object-fit:cover}
.pv-headline,.pv-subheading{padding:var(--headline-padding) 22px 0;text-align:var(--headline-align)}
.pv-headline h1{font-size:var(--headline-font-size);font-weight:var(--headline-font-weight);line-height:1.15;
letter-spacing:-.02em;color:var(--headline-color);text-wrap:balance}
.pv-subheading{padding-top:6px;font-size:var(--subheading-font-size);font-weight:var(--subheading-font-weight);
text-align:var(--subheading-align);color:var(--subheading-color)}
.pv-tear{position:relative;height:28px;margin:18px 0 6px}
.pv-tear::before{content:"";position:absolute;left:22px;right:22px;top:50%;border-top:2px dashed var(--hair)}
.pv-tear::after{content:"";position:absolute;inset:2px -12px;
background:radial-gradient(circle at 0 50%,var(--styling-background-color) 12px,transparent 12.5px),
radial-gradient(circle at 100% 50%,var(--styling-background-color) 12px,transparent 12.5px)}
.pv-ticket{display:grid;gap:16px;justify-items:center;padding:0 22px;text-align:center}
.pv-qr,.pv-barcode{padding:12px;background:#fff;border-radius:12px}
.pv-qr{width:224px;height:224px}.pv-barcode{width:100%;max-width:284px;height:auto}
.pv-code{display:grid;gap:2px}.pv-code span{font-size:13.5px;color:var(--soft)}
.pv-code strong{font:700 clamp(22px,7cqi,30px)/1.2 ui-monospace,"SF Mono",Menlo,Consolas,monospace;letter-spacing:.06em}
.pv-expiry{font-size:14.5px;color:var(--soft)}
.pv-stamp{display:grid;gap:4px;padding:14px 20px;border:2.5px solid currentColor;border-radius:12px;color:var(--wrong);
transform:rotate(-2deg)}
.pv-stamp strong{font-size:22px}.pv-redeemed .pv-stamp{color:var(--good)}
.pv-redeemed .pv-code strong,.pv-expired .pv-code strong,.pv-revoked .pv-code strong{text-decoration:line-through;
opacity:.6}
.pv-buttons{display:grid;gap:12px;margin-top:22px;padding:0 22px}.pv-buttons:empty{display:none}
.pv-main-button{--b:var(--mainbutton-background-color);--c:var(--mainbutton-color);--s:var(--mainbutton-font-size);
--p:var(--mainbutton-padding);--r:var(--mainbutton-roudness)}
.pv-mobile-button{--b:var(--mobilebutton-background-color);--c:var(--mobilebutton-color);
--s:var(--mobilebutton-font-size);--p:var(--mobilebutton-padding);--r:var(--mobilebutton-roudness)}
.pv-trigger-button{--b:var(--triggerbutton-background-color);--c:var(--triggerbutton-color);
--s:var(--triggerbutton-font-size);--p:var(--triggerbutton-padding);--r:var(--triggerbutton-roudness)}
.pv-coupon .pv-legal{margin:22px 22px 0}

.pv-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.pv-listed{display:grid;gap:10px;margin-bottom:20px}
.pv-notice .pv-option{--votes-options-color:var(--ink);--votes-options-background-color:transparent;
--votes-options-border-color:var(--hair);--votes-options-selected-color:var(--ring);--votes-options-padding:12px;
--votes-options-roudness:8px;font-size:17px;font-weight:600}
.pv-notice .pv-option input[type=checkbox]{background:center/15px no-repeat}
.pv-notice small{display:block;font-size:14.5px;font-weight:400;color:var(--soft)}
.pv-also{margin-top:30px;padding-top:26px;border-top:1px solid var(--hair)}
.pv-also h2{margin-bottom:14px;font-size:20px;line-height:1.25;letter-spacing:-.014em}
.pv-notice .pv-choices .pv-topics{margin-bottom:8px;font-size:16px;font-weight:650;text-align:left;letter-spacing:0;
color:var(--ink)}
.pv-quiet-button{--b:transparent;--c:var(--ink);--s:17px;box-shadow:inset 0 0 0 1.5px var(--hair)}
.pv-again{display:flex;justify-content:center;margin-top:20px}.pv-again .pv-button{margin-top:0}
.pv-envelope{fill:none;stroke:var(--accent);stroke-width:2.5;stroke-linejoin:round}
.pv-paragraph+.pv-paragraph{margin-top:.8em}.pv-paragraph{white-space:pre-line}

@container (max-width:599px){
.pv-pictured:not(.pv-full) .pv-column,.pv-pictured.pv-full .pv-column{justify-content:flex-start;padding:34svh 0 0}
.pv-pictured .pv-stage{min-height:100svh}
.pv-pictured .pv-sheet{flex:1;border-radius:24px 24px 0 0;box-shadow:0 -18px 50px -12px #10182852}
.pv-pictured .pv-backdrop-inner{height:44svh}
.pv-play{bottom:calc(10svh + 16px);left:16px}
.pv-full:not(.pv-pictured) .pv-column{padding:0}
.pv-full:not(.pv-pictured) .pv-sheet{flex:1;border-radius:0;box-shadow:none}
}
@container (min-width:600px){
.pv-column{padding:48px 24px}
.pv-sheet{padding:44px 48px 30px}
.pv-options{grid-template-columns:1fr 1fr}
.pv-figures{grid-template-columns:repeat(4,1fr)}
.pv-choices legend{font-size:25px}
.pv-rewards,.pv-ways{margin-top:40px}
.pv-rewards li>a,.pv-rewards li>form{grid-column:auto;justify-self:end}
.pv-coupon .pv-sheet{padding:0 0 26px}
}
@container (min-width:760px){
.pv-vote .pv-fields{grid-template-columns:1fr 1fr}.pv-vote .pv-wide{grid-column:1/-1}
}
@container (min-width:900px){
.pv-full .pv-stage{justify-content:flex-end}
.pv-full.pv-pictured .pv-backdrop{right:max(480px,44%)}
.pv-full.pv-pictured .pv-column{width:max(480px,44%);max-width:none;padding:0}
.pv-full.pv-pictured .pv-sheet{flex:1;display:flex;flex-direction:column;justify-content:center;
padding:56px clamp(40px,5cqi,88px);border-radius:0;box-shadow:none}
.pv-full.pv-pictured .pv-sheet>*{width:100%;max-width:var(--styling-max-width);margin-inline:auto}
}
@container (min-width:600px){
.pv-full:not(.pv-pictured) .pv-stage{justify-content:center;background:var(--main-background-color)}
.pv-full:not(.pv-pictured) .pv-sheet{box-shadow:none}
}
@media (prefers-reduced-motion:reduce){
.pv *,.pv *::before,.pv *::after{animation:none!important;transition:none!important}
.pv-backdrop video{display:none}
}
@media (forced-colors:active){
.pv-option:has(input:checked){outline:3px solid Highlight}
.pv-button{border:2px solid ButtonText}
}
`
  .replace(/\n/g, ' ')
  .trim();
