/** Told to the window once the page runs: from then on it hears presses itself. */
export const PAGE_RUNS = 'page-runs';

/** Milliseconds after which a page starts even if something of it still has not come. */
const PATIENCE = 3_000;

/**
 * Lets the scripts of a page wait until what the server wrote has been painted: on a slow line they would take it from
 * the style sheet, the typefaces and the pictures. Whoever touches the page starts it at once. A button that is pressed
 * before the page runs is pressed again once it does, and a form that Enter would have sent is sent then.
 * @param files what is fetched for it, as JSON; `start` statements that start the page
 */
export const lateScript = (files: string, start: string): string =>
  [
    'let begun,pressed,sent;',
    'const begin=()=>begun??=(async()=>{',
    `for(const href of ${files})document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}));`,
    `${start}})();`,
    'const painted=()=>document.hidden?begin():requestAnimationFrame(()=>setTimeout(begin));',
    `document.readyState=='complete'?painted():addEventListener('load',painted,{once:true});`,
    `setTimeout(begin,${PATIENCE});`,
    `for(const type of ['pointerdown','keydown'])addEventListener(type,begin,{once:true,capture:true,passive:true});`,
    'const press=(event)=>{',
    `const button=event.target.closest('button[type=button]:not([commandfor])');`,
    'if(button){event.stopImmediatePropagation();pressed=button}};',
    `addEventListener('click',press,true);`,
    // The button of such a form sleeps until then, so the browser would send nothing.
    `const enter=({key,target})=>{if(key=='Enter'&&target.matches('form[method=post] input'))sent=target.form};`,
    `addEventListener('keydown',enter,true);`,
    `addEventListener('${PAGE_RUNS}',()=>{`,
    `removeEventListener('click',press,true);removeEventListener('keydown',enter,true);`,
    `pressed?.click();sent?.requestSubmit()},{once:true})`,
  ].join('');
