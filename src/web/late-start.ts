/** Event on window once the page's scripts run and handle input themselves. */
export const PAGE_RUNS = 'page-runs';

/** Milliseconds after which a page starts even if some of its files have not loaded. */
const PATIENCE = 3_000;

/**
 * Delays the page's scripts until the server's HTML is painted: on a slow connection they would compete with style
 * sheet, fonts and pictures. Any input starts them at once; a click or Enter before that is repeated afterwards.
 * @param files JSON list to prefetch; `start` statements that start the page
 */
export const lateScript = (files: string, start: string): string =>
  [
    'let begun,pressed,sent;',
    'const begin=()=>begun??=(async()=>{',
    `for(const href of ${files})document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}));`,
    `${start}})().catch(()=>{begun=null});`,
    'const painted=()=>document.hidden?begin():requestAnimationFrame(()=>setTimeout(begin));',
    `document.readyState=='complete'?painted():addEventListener('load',painted,{once:true});`,
    `setTimeout(begin,${PATIENCE});`,
    // Not only once: what could not be fetched is fetched again.
    `for(const type of ['pointerdown','keydown','online'])addEventListener(type,begin,{capture:true,passive:true});`,
    'const press=(event)=>{',
    `const button=event.target.closest('button[type=button]:not([commandfor])');`,
    'if(button){event.stopImmediatePropagation();pressed=button}};',
    `addEventListener('click',press,true);`,
    // Such a form's button is disabled until then, so Enter submits nothing by itself.
    `const enter=({key,target})=>{if(key=='Enter'&&target.matches('form[method=post] input'))sent=target.form};`,
    `addEventListener('keydown',enter,true);`,
    `addEventListener('${PAGE_RUNS}',()=>{`,
    `removeEventListener('click',press,true);removeEventListener('keydown',enter,true);`,
    `pressed?.click();sent?.requestSubmit()},{once:true})`,
  ].join('');
