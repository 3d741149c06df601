import type { Page } from '../../api/contract/page-model.ts';
import { colorOr, contrastOf, isDark, over, readable } from '../pages/color.ts';

const fonts: Readonly<Record<string, string>> = {
  sans: 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif',
  serif: 'ui-serif,"Iowan Old Style",Palatino,"Book Antiqua",Georgia,serif',
  rounded: 'ui-rounded,"SF Pro Rounded",Quicksand,Nunito,system-ui,sans-serif',
  mono: 'ui-monospace,"SF Mono",Menlo,Consolas,monospace',
};

/**
 * How a popup looks whatever its site does to everything on it: rules of a shadow root that are important win over
 * those of the page around it, and nothing is inherited.
 */
const base = `
:host{all:initial!important;display:block!important;position:fixed!important;left:0!important;top:0!important;
width:0!important;height:0!important;z-index:2147483647!important;direction:ltr!important;unicode-bidi:normal!important}
*,*::before,*::after{box-sizing:border-box}
h2,p,ul,ol,form,dl{margin:0;padding:0}
[hidden]{display:none!important}
button,input,a{font:inherit;color:inherit;letter-spacing:inherit;touch-action:manipulation}
button{cursor:pointer;border:0;margin:0}
:focus-visible{outline:3px solid var(--ring);outline-offset:2px}
.t{position:fixed;z-index:2;display:flex;align-items:center;min-height:48px;max-width:min(320px,calc(100vw - 32px));
padding:10px 22px;font:600 var(--t-size)/1.25 var(--font);color:var(--t-color);background:var(--t-back);
border-radius:var(--t-round);box-shadow:0 1px 2px #10182833,0 10px 28px -8px #10182866;overflow-wrap:anywhere;
transition:transform .16s;animation:rise .3s cubic-bezier(.2,.8,.2,1) backwards}
.t:hover{transform:translateY(-2px)}
.t:focus-visible{outline-color:var(--t-back);outline-offset:3px;box-shadow:0 0 0 3px #fff}
.t-bottom-left{left:16px;bottom:calc(16px + var(--stack,0px) + env(safe-area-inset-bottom,0px))}
.t-bottom-right{right:16px;bottom:calc(16px + var(--stack,0px) + env(safe-area-inset-bottom,0px))}
.t-left,.t-right{top:calc(50% + var(--stack,0px));writing-mode:vertical-rl;max-width:none;max-height:70vh;min-height:0;
min-width:48px;padding:18px 12px;justify-content:center}
.t-left{left:0;border-radius:0 min(var(--t-round),16px) min(var(--t-round),16px) 0;translate:0 -50%}
.t-right{right:0;border-radius:min(var(--t-round),16px) 0 0 min(var(--t-round),16px);translate:0 -50%}
.t-left:hover,.t-right:hover{transform:none}
.d{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;
background:none;color:var(--soft);font:400 16px/1.5 var(--font);overflow-wrap:anywhere;color-scheme:var(--scheme);
-webkit-text-size-adjust:100%;text-size-adjust:100%;-webkit-font-smoothing:antialiased;text-align:left}
.d::backdrop{background:none}
.m{overflow-y:scroll;overscroll-behavior:contain;scrollbar-width:none}
.m::-webkit-scrollbar{display:none}
.m .s{display:grid;place-items:center;min-height:calc(100% + 1px);padding:16px;background:var(--overlay);
animation:in .2s}
.c{position:relative;display:flex;width:100%;max-width:var(--width);overflow:clip;background:var(--back);
border-radius:var(--round);box-shadow:0 0 0 1px var(--hair),0 24px 64px -16px #0b0f1a8c;
animation:rise .28s cubic-bezier(.2,.8,.2,1)}
.i{flex:0 0 42%;position:relative;min-height:200px;background:var(--quiet)}
.i img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
.i-right{order:2}
.c-top{flex-direction:column}
.i-top,.c-top .i{flex:none;height:clamp(140px,24vh,220px);min-height:0}
.b{flex:1;min-width:0;padding:36px 32px 28px}
.x{position:absolute;z-index:1;top:6px;right:6px;display:grid;place-items:center;width:44px;height:44px;padding:0;
color:var(--x-color);background:none;border-radius:50%}
.x:hover{background:var(--quiet)}
.c-pic .x{background:var(--back)}
.c-pic.c-left .x{background:none}
.x svg{width:var(--x-size);height:var(--x-size);stroke:currentColor;stroke-width:1.8;stroke-linecap:round;fill:none}
.f{display:grid;gap:16px}
.w{text-align:var(--align)}
h2{font-size:min(var(--size),calc(var(--size)*.5 + 3.2vw));line-height:1.16;font-weight:700;letter-spacing:-.02em;
color:var(--ink);text-wrap:balance;outline-offset:6px}
h2:focus{outline:none}
.w>*+*{margin-top:8px}
.w p,.w li{color:var(--soft);text-wrap:pretty}
.w ul,.w ol{padding-left:1.3em;text-align:left}
.l{text-align:left}.r{text-align:right}.m-c{text-align:center}
label{display:grid;gap:6px;font-size:14px;font-weight:600;line-height:1.3;color:var(--ink);text-align:left}
input:not([type=checkbox]){width:100%;min-height:50px;margin:0;padding:10px 14px;font-size:max(16px,1em);font-weight:400;
line-height:1.3;color:var(--ink);background:var(--field);border:1.5px solid var(--edge);
border-radius:min(var(--b-round),14px);appearance:none}
input::placeholder{color:var(--hint);opacity:1}
input:not([type=checkbox]):focus{outline:none;border-color:var(--ring);box-shadow:0 0 0 3px var(--glow)}
[aria-invalid=true]{border-color:var(--wrong)!important}
.k{grid-template-columns:24px 1fr;gap:12px;align-items:start;font-size:13px;font-weight:400;line-height:1.45;
color:var(--soft);cursor:pointer}
.k input{width:24px;height:24px;margin:0;accent-color:var(--ring)}
.e{font-size:14px;font-weight:600;line-height:1.35;color:var(--wrong);text-align:left}
.e:empty{display:none}
.p{display:flex;justify-content:center;align-items:center;width:100%;min-height:50px;padding:var(--pad) 20px;
font-size:17px;font-weight:650;line-height:1.25;text-align:center;color:var(--b-color);background:var(--b-back);
border-radius:var(--b-round);transition:filter .12s}
.p:hover{filter:brightness(1.07)}
.p[aria-busy=true]{cursor:progress;opacity:.75}
.p[aria-busy=true]::after{content:"";width:.9em;height:.9em;margin-left:.6em;border:2px solid currentColor;
border-right-color:transparent;border-radius:50%;animation:turn .7s linear infinite}
.q{justify-self:center;min-height:44px;padding:4px 16px;font-size:15px;color:var(--soft);background:none;
border-radius:8px;text-decoration:underline;text-underline-offset:3px}
.n{font-size:12px;line-height:1.45;color:var(--soft)}
.n a{text-underline-offset:2px;margin-right:12px}
.h{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
.o{display:flex;gap:8px;align-items:center;padding:8px 8px 8px 18px;border:1.5px dashed var(--edge);
border-radius:min(var(--b-round),14px);background:var(--quiet)}
.o strong{flex:1;min-width:0;font:700 20px/1.3 ui-monospace,"SF Mono",Menlo,Consolas,monospace;letter-spacing:.05em;
color:var(--ink)}
.o button{min-height:44px;padding:4px 16px;font-size:15px;font-weight:600;color:var(--ink);background:var(--back);
border-radius:8px;box-shadow:inset 0 0 0 1px var(--hair)}
.g{position:absolute;top:10px;left:10px;z-index:1;padding:2px 10px;font-size:12px;font-weight:600;color:#fff;
background:#4648d4;border-radius:99px}
.a{font-size:15px;font-weight:600;color:var(--ink);text-underline-offset:3px;justify-self:center;min-height:44px;
display:inline-flex;align-items:center}
.u{inset:auto;height:auto;width:auto;overflow:visible}
.u .s{padding:0}
.bottom-left,.bottom-right{bottom:0;width:min(calc(var(--width) + 32px),100vw);padding:16px}
.bottom-left{left:0}.bottom-right{right:0;left:auto}
.u .i:not(.i-top){display:none}
.u .c{flex-direction:column;max-height:calc(100vh - 32px);overflow:auto}
.bar-top,.bar-bottom{left:0;right:0;width:100%}
.bar-top{top:0}.bar-bottom{bottom:0}
.bar-top .c,.bar-bottom .c{max-width:none;border-radius:0}
.bar-top .i,.bar-bottom .i{display:none}
.bar-top .b,.bar-bottom .b{padding:18px 60px 18px 24px;width:min(1100px,100%);margin:0 auto}
[data-picked]{outline:2px solid #4648d4;outline-offset:2px;border-radius:6px}
@media (min-width:760px){
.bar-top .f,.bar-bottom .f{grid-template-columns:1.2fr 1fr auto;align-items:center;gap:8px 20px}
.bar-top .w,.bar-bottom .w{grid-row:span 2;text-align:left}
.bar-top .n,.bar-bottom .n,.bar-top .k,.bar-bottom .k{grid-column:2/-1}
.bar-top h2,.bar-bottom h2{font-size:min(var(--size),24px)}
.bar-top .p,.bar-bottom .p{width:auto;align-self:end}
}
@media (max-width:599px){
.m .c{flex-direction:column}
.m .i,.m .i-right{order:0;flex:none;height:clamp(120px,22vh,180px);min-height:0}
.m .c.c-pic .x{background:var(--back)}
.b{padding:32px 22px 22px}
.bottom-left,.bottom-right{padding:0;left:0;right:0;width:100%}
.bottom-left .c,.bottom-right .c{max-width:none;max-height:86vh;
border-radius:var(--round) var(--round) 0 0;padding-bottom:env(safe-area-inset-bottom,0px)}
}
@keyframes in{from{opacity:0}}
@keyframes rise{from{opacity:0;transform:translateY(14px)}}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation:none!important;transition:none!important}}
@media (forced-colors:active){.c,.t,.p{border:2px solid CanvasText}}
`;

export type StepName = 'emailStep' | 'phoneStep' | 'thanksStep';
type Step = Page<'popup'>[StepName];

const px = (value: number): string => `${Math.round(value) || 0}px`;
const declared = (selector: string, values: Readonly<Record<string, string>>): string =>
  `${selector}{${Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

/** The whole style sheet. Every value in it is a colour, a number of pixels, or a word that is known. */
export function popupStyles({ styling, closeButton, triggerButton, ...steps }: Page<'popup'>): string {
  const back = over(colorOr(styling.BackgroundColor, '#ffffff'), '#ffffff');
  const dark = isDark(back);
  const ofStep = (name: StepName, step: Step): string => {
    const button = over(colorOr(step.BackgroundColor, '#2f5bea'), back);
    return declared(`.f.${name}`, {
      ink: over(colorOr(step.Color, '#1d2433'), back),
      size: px(step.FontSize),
      align: /^(?:left|center|right)$/.test(step.Align) ? step.Align : 'left',
      'b-back': button,
      'b-color': colorOr(step.ButtonColor, '#ffffff'),
      'b-round': px(step.Roudness),
      pad: px(step.Padding),
      ring: readable(button, back, 3),
      glow: `${readable(button, back, 3)}40`,
    });
  };
  const close = colorOr(closeButton.Color, '#5b6477');
  return (
    declared(':host', {
      font: fonts[styling.FontFamily] ?? fonts['sans']!,
      scheme: dark ? 'dark' : 'light',
      back,
      overlay: colorOr(styling.OverlayColor, '#10182899'),
      round: px(styling.Roudness),
      width: px(styling.MaxWidth),
      hair: dark ? '#ffffff26' : '#10182814',
      quiet: dark ? '#ffffff14' : '#1018280a',
      field: dark ? over('#ffffff14', back) : back,
      edge: readable('#8a93a6', back, 3),
      hint: readable('#6b7385', dark ? over('#ffffff14', back) : back, 4.5),
      soft: readable(dark ? '#b6bdca' : '#525b6e', back, 4.6),
      wrong: readable('#c8281e', back, 4.6),
      ring: readable('#2f5bea', back, 3),
      // A cross that nobody sees is no way out.
      'x-color': contrastOf(over(close, back), back) < 3 ? readable(close, back, 3) : over(close, back),
      'x-size': px(closeButton.Size),
      't-back': colorOr(triggerButton.BackgroundColor, '#2f5bea'),
      't-color': colorOr(triggerButton.Color, '#ffffff'),
      't-size': px(triggerButton.FontSize),
      't-round': px(triggerButton.Roudness),
    }) +
    ofStep('emailStep', steps.emailStep) +
    ofStep('phoneStep', steps.phoneStep) +
    ofStep('thanksStep', steps.thanksStep) +
    base.replace(/\n/g, '')
  );
}
