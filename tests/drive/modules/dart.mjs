// Dart's formatter, compiled by dart2wasm: all its data are garbage-collected objects, its strings are those of
// JavaScript, and errors in the source are exceptions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digest } from '../lib.mjs';
import { npmMore } from '../more.mjs';

const sources = {
  hello: "void main(){print('Hello, World!');}",
  empty: '',
  comment: '// only a comment\n\n\n/* and\n another */',
  variables: "var a=1;final b=<int>[1,2,3,];const c={'k':1,'l':[2,3]};late final String? d;int? e=a==1?2:3,f=b[0]..toString();",
  strings: "const s='a$b${c.d}e',t=r'raw\\n',u='''multi\nline $x''',v=\"it's\"'adjacent' 'more';",
  functions: 'int f(int a,[int b=1,int?c])=>a+b+(c??0);Future<void>g({required String name,int n=2})async{await h(name);yield*x;}void Function(int)?cb;',
  generator: 'Stream<int>count(int n)async*{for(var i=0;i<n;i++){await Future.delayed(Duration(seconds:i));yield i;}}Iterable<int>s()sync*{yield 1;yield*t();}',
  classes: 'abstract interface class A<T extends Comparable<T>>{T?get x;set y(int v);static const z=1;A();A.named(this._q):assert(_q>0),super();factory A.of(int v)=>B(v);final int _q=0;external void ext();@override bool operator==(Object o)=>o is A<T>&&o._q==_q;}',
  mixins: 'mixin M on A implements B,C{}class D=A with M,N;sealed class S{}final class F extends S with M{F(super.a,{super.b});}base mixin X{}extension E<T>on List<T>{T get f=>first;}extension type Id(int v)implements int{}',
  enums: 'enum Planet implements Comparable<Planet>{mercury(m:3.3e23,r:2.4e6),venus(m:4.8,r:6.0);const Planet({required this.m,required this.r});final double m,r;double get g=>m/r;}',
  control: "void f(){if(a)b();else if(c){d();}else e();for(final x in xs)g(x);for(;;){break;}while(p)q();do{r();}while(s);switch(t){case 1:case 2:u();continue l;l:case 3:v();default:w();}label:for(var i=0,j=1;i<j;i++,j--){continue label;}assert(x,'m');}",
  patterns: "String f(Object o)=>switch(o){int n when n>0=>'pos',(int a,b:var b)=>'rec $a',[1,...var rest,2]=>'list',{'k':String v,...}=>v,Point(:final x,y:>=3&&<9)=>'pt',null||''=>'none',_=>'other'};void g(j){var(a,b)=(1,2);if(j case{'x':int x})print(x);}",
  exceptions: "int f(){try{g();}on FormatException catch(e,s){rethrow;}on Error{throw StateError('x');}catch(e){return 1;}finally{h();}return 0;}",
  cascade: "final p=Paint()..color=Colors.black..strokeWidth=5.0..style=PaintingStyle.stroke..addAll([1,2,3]);final q=p?..shader=null..x;",
  chain: "final r=items.where((e)=>e.isValid).map((e)=>e.value*2).expand((v)=>[v,v+1]).toList(growable:false).reversed.skip(1).take(10).fold<int>(0,(a,b)=>a+b);",
  widget: "class W extends StatelessWidget{const W({super.key});@override Widget build(BuildContext context){return Scaffold(appBar:AppBar(title:const Text('Title')),body:Center(child:Column(mainAxisAlignment:MainAxisAlignment.center,children:<Widget>[const Text('You have pushed the button this many times:'),if(show)...[Text('$counter',style:Theme.of(context).textTheme.headlineMedium),],for(var i in list)Padding(padding:const EdgeInsets.all(8.0),child:Text(i)),],),),);}}",
  collections: "final m={for(var i=0;i<10;i++)i:i*i,if(x)...other else 'n':1,...?maybe};final s=<String>{'a','b'};final l=[...a,if(b case var c?)c,for(final(i,v)in d.indexed)i+v];",
  operators: 'f(){final x=a??b??(c?.d!.e?[0]??~f)<<2&0xFF|g^h>>>1;y??=1;z=(a as B)is! C;w=-(-a)-b++;v=a?b?1:2:c?3:4;u=(a&&b||!c)!=(d<=e);t=a~/b%c;}',
  directives: "library my.lib;import'dart:io'if(dart.library.js_interop)'b.dart'as x show A,B hide C;import 'package:z/z.dart';export 'src/e.dart';part 'p.dart';",
  records: '({int x,String y})f((int,{bool b})r)=>(x:r.$1,y:r.b.toString());typedef F<T>=T Function<S>(S,{required int n});typedef R=(int,int);',
  long: 'final thisIsAVeryLongVariableName=someFunction(argumentNumberOne,argumentNumberTwo,namedArgument:anotherFunction(nested,deeper(innermost,[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30])),last:true);',
  comments: '/// Doc.\n///\n/// More.\n@Deprecated("x")// trailing\nint/*in*/f(/*none*/){// first\n\n\n\nreturn/*r*/1;/* end */}// last',
  unicode: "const s='日本語 é 👍🏽';\nclass Known{}",
};

// Errors: of the scanner, the parser, and in places where it recovers.
const wrong = ['void main( {', 'class {', "var s='unterminated", 'int f() => ;', '}', 'var x = 1 +', 'import dart:io;', 'switch', 'enum E {a b}', 'var a = /* no end',
  'f() { for (;;', 'const x = 0x;', 'class A extends {}', '#!shebang\nx', 'void f() { var = 3; }', "import 'a.dart' show;", '@', 'a b c d', 'var \u0000;', 'f(){return switch(x){1=>};}'];

const settings = { usual: {}, narrow: { line_width: 40 }, wide: { line_width: 200, line_ending: 'crlf' }, old: { language_version: '3.2.0' }, oldest: { language_version: '2.19.0', line_width: 60 } };

export default async function drive({ module, print }) {
  // The base of relative addresses, which the library asks for.
  globalThis.location ??= { href: 'file:///' };
  const { initSync, formatWrapper } = await import(pathToFileURL(join(npmMore, module.npmPackage, 'dart_fmt.mjs')));
  const bytes = readFileSync(join(npmMore, module.npmPackage, module.file));
  const compiled = new WebAssembly.Module(bytes, { builtins: ['js-string'] });
  const app = initSync(compiled);
  const attempt = (label, source, options) => {
    let text;
    try {
      text = formatWrapper(app, source, 'main.dart', options);
    } catch (error) {
      text = `failed: ${error.message}`;
    }
    const line = JSON.stringify(text);
    print(label, line.length < 160 ? line : `${line.slice(0, 60)} ... ${digest(text)}`);
  };
  for (const [setting, options] of Object.entries(settings)) {
    for (const [name, source] of Object.entries(sources)) attempt(`${name}, ${setting}`, source, options);
  }
  for (const source of wrong) attempt(JSON.stringify(source), source, {});
  const all = Object.entries(sources).filter(([name]) => name !== 'directives').map(([, source]) => source);
  attempt('everything', Array.from({ length: 12 }, () => all.join('\n')).join('\n'), {});
  attempt('twice', formatWrapper(app, sources.widget, 'main.dart', {}), {});
}
