import type { ServerResponse } from 'node:http'

/**
 * Makes the build's scripts of a page load after its first paint, which does not need them: on a phone their download and
 * evaluation would delay it. Call before the page is written; answers of other types pass unchanged.
 */
export function delayScripts(response: ServerResponse, nonce: string): void {
  const { write, end } = response
  const rewrite = createRewriter(nonce)
  const isPage = (): boolean => {
    const isHtml = String(response.getHeader('content-type') ?? '').startsWith('text/html')
    if (isHtml && !response.headersSent) response.removeHeader('content-length')
    return isHtml
  }
  const wrap =
    (method: typeof write | typeof end, isLast: boolean) =>
    (...given: readonly unknown[]) => {
      if (!isPage()) return Reflect.apply(method, response, given)
      const [chunk] = given.filter((one) => typeof one !== 'function')
      const done = given.filter((one) => typeof one === 'function')
      return Reflect.apply(method, response, [rewrite(chunk ?? '', isLast), ...done])
    }
  Object.assign(response, { write: wrap(write, false), end: wrap(end, true) })
}

/** Returns a function that rewrites a page part by part; a tag that a part cuts waits for the next one. */
function createRewriter(nonce: string): (chunk: unknown, isLast: boolean) => string {
  const decoder = new TextDecoder()
  let kept = ''
  let isStarted = false
  return (chunk, isLast) => {
    const text =
      kept +
      (typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, { stream: !isLast }))
    const cut = isLast ? text.length : wholeTags(text)
    kept = text.slice(cut)
    return text.slice(0, cut).replace(script, (tag, attributes = '') => {
      if (tag.startsWith('<link')) return ''
      if (!attributes.includes(' async=""')) return tag
      const first = isStarted ? '' : `<script nonce="${nonce}">${starter}</script>`
      isStarted = true
      return `${first}<script type="late"${attributes}></script>`
    })
  }
}

/**
 * Matches the scripts, and the links by which React preloads them. React escapes `<` in texts, and Next in the data of its
 * scripts, so nothing else looks like these tags.
 */
const script =
  /<script( src="\/_next\/static\/[^"]+"[^>]*)><\/script>|<link rel="preload" as="script"[^>]*>/g

/** Returns the length of the text before a tag or script that does not end in it. */
function wholeTags(text: string): number {
  const tag = text.lastIndexOf('<')
  if (tag >= 0 && !text.includes('>', tag)) return Math.max(0, Math.min(tag, wholeScripts(text)))
  return wholeScripts(text)
}

function wholeScripts(text: string): number {
  const at = text.lastIndexOf('<script src=')
  return at >= 0 && !text.includes('</script>', at) ? at : text.length
}

/**
 * Runs in the page. Its first half preloads the scripts, and runs them once all are there. It does one per task: each takes a
 * phone some milliseconds, and more while others arrive and compile. In hidden pages, whose timers browsers slow down, it
 * does all in one. A script that fails to load is tried again each second: as long as the browser is offline, else 20 times.
 * Chromium would reuse its failed preload, hence `crossOrigin`. The timer is for windows that nobody looks at, which never
 * paint; the observer for scripts in parts of the page that arrive later.
 *
 * Its second half repeats what a user did before React hydrated the element: the value of each field; and the last click on a
 * button or submission of a form, unless React hydrated the element for it, or it is so old that its effect would surprise.
 * React puts `__reactProps…` on an element shortly before the element reacts, hence the second look. A click or submission
 * before that look repeats the values first. React ignores the event of a field whose value it knows, and learns only of
 * values that are set on the field itself, hence the prototype's setter. Elements of others, such as browser extensions, are
 * given up after half a minute.
 */
const starter = `(()=>{
  let isPainted
  let loading=0
  const next=act=>document.hidden?act():setTimeout(act)
  const start=()=>{
    const scripts=[...document.querySelectorAll('script[type=late]')]
    loading+=scripts.length
    for(const late of scripts)late.type='loading'
    if(scripts.length)load(scripts)
  }
  const load=([first,...others])=>{
    const link=document.createElement('link')
    const settle=()=>--loading||run()
    let tries=20
    const again=()=>{
      first.crossOrigin=''
      if(navigator.onLine&&!tries--)return settle()
      setTimeout(()=>{
        fetch(first.src).then(answer=>answer.ok?answer.blob():Promise.reject()).then(settle,again)
      },1000)
    }
    link.onload=settle
    link.onerror=again
    document.head.append(Object.assign(link,{rel:'preload',as:'script',fetchPriority:'low',nonce:first.nonce,href:first.src}))
    if(others.length)next(()=>load(others))
  }
  const run=()=>{
    const late=document.querySelector('script[type=loading]')
    if(!late||loading)return
    const script=document.createElement('script')
    for(const {name,value} of late.attributes)if(name!=='type')script.setAttribute(name,value)
    script.nonce=late.nonce
    late.replaceWith(script)
    next(run)
  }
  const painted=()=>{
    if(isPainted)return
    isPainted=true
    start()
    if(document.readyState!=='loading')return
    const observer=new MutationObserver(start)
    observer.observe(document,{childList:true,subtree:true})
    document.addEventListener('DOMContentLoaded',()=>{observer.disconnect();start()})
  }
  document.currentScript.remove()
  try{new PerformanceObserver(painted).observe({type:'paint',buffered:true})}catch{painted()}
  setTimeout(painted,1000)
  let lastAct
  const values=new Map()
  const isHydrated=element=>Object.keys(element).some(key=>key.startsWith('__reactProps'))
  const onceHydrated=(element,repeat)=>{
    let looks=0
    let left=600
    const timer=setInterval(()=>{
      if(isHydrated(element))looks++
      if(element.isConnected&&looks!==2&&left--)return
      clearInterval(timer)
      repeat()
    },50)
  }
  const repeatValue=(field,value)=>{
    if(value===true||value===false){
      field.checked=!value
      field.click()
      return
    }
    field.value=field.defaultValue
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field),'value').set.call(field,value)
    for(const type of ['input','change'])field.dispatchEvent(new Event(type,{bubbles:true}))
  }
  addEventListener('input',({target:field})=>{
    const isNew=!values.has(field)
    if(isNew&&isHydrated(field))return
    values.set(field,/^(checkbox|radio)$/.test(field.type)?field.checked:field.value)
    if(isNew)onceHydrated(field,()=>{
      const value=values.get(field)
      values.delete(field)
      repeatValue(field,value)
    })
  },true)
  const repeatValues=({target})=>{
    for(const [field,value] of values)if(field!==target&&isHydrated(field))repeatValue(field,value)
  }
  const repeatAct=(element,repeat)=>{
    const act=lastAct={at:performance.now()}
    setTimeout(()=>{
      if(!isHydrated(element))onceHydrated(element,()=>{
        if(lastAct===act&&5000>performance.now()-act.at)repeat()
      })
    })
  }
  addEventListener('click',event=>{
    if(!event.isTrusted)return
    const button=event.target.closest?.('button[type=button]')
    if(button&&!isHydrated(button))repeatAct(button,()=>button.click())
    else repeatValues(event)
  },true)
  addEventListener('submit',event=>{
    const form=event.target
    if(isHydrated(form))return repeatValues(event)
    if(form.hasAttribute('action'))return
    event.preventDefault()
    repeatAct(form,()=>form.requestSubmit())
  },true)
})()`.replace(/\n\s*/g, '\n')
